import { execFileSync, spawnSync } from 'node:child_process'
import { cp, mkdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { folderForTest } from '../support/folder-for-test.ts'

const ROOT_FILES = ['CHANGELOG.md', 'package-lock.json', 'tsconfig.json']
/** In place of the program that runs all parts. */
const BUILD = `#!/bin/sh
mkdir -p dist/web dist/database && touch dist/main.js dist/web/index.html dist/database/PG_VERSION && echo built`

/** A project like ours whose build takes no time. */
describe('before the start', () => {
  let root: string
  const prestart = () =>
    execFileSync(process.execPath, ['operations/build.js', '--if-changed'], {
      ...{ cwd: root, encoding: 'utf8', stdio: 'pipe' },
      env: { ...process.env, PATH: `${root}:${process.env.PATH}` },
    }).trim()

  beforeEach(async () => {
    root = await folderForTest()
    for (const folder of ['api/routes', 'web']) await mkdir(join(root, folder), { recursive: true })
    for (const file of ['api/routes/picks.ts', 'web/app.tsx', ...ROOT_FILES])
      await writeFile(join(root, file), '')
    await writeFile(join(root, 'concurrently'), BUILD, { mode: 0o700 })
    await writeFile(join(root, 'package.json'), JSON.stringify({ type: 'module' }))
    await writeFile(join(root, 'tsconfig.build.json'), JSON.stringify({ include: ['api'] }))
    await cp('operations/build.js', join(root, 'operations/build.js'))
  })

  test('a project that was never built is built, and then starts as it is', () => {
    expect(prestart()).toBe('built')
    expect(prestart()).toBe('')
  })

  test.each(['api/routes/picks.ts', 'web/app.tsx', 'package-lock.json'])(
    'it is built again when %s has changed, also for an older one',
    async (path) => {
      prestart()
      await utimes(join(root, path), new Date(), new Date('2020-01-01'))
      expect(prestart()).toBe('built')
    },
  )

  test('it is built again when a file was added or taken away', async () => {
    prestart()
    await writeFile(join(root, 'api/routes/seasons.ts'), '')
    expect(prestart()).toBe('built')
    await rm(join(root, 'api/routes/picks.ts'))
    expect(prestart()).toBe('built')
  })

  test('a build that failed is none', async () => {
    await writeFile(join(root, 'concurrently'), `${BUILD}\nexit 1`)
    expect(prestart).toThrow()
    await writeFile(join(root, 'concurrently'), BUILD, { mode: 0o700 })
    expect(prestart()).toBe('built')
  })

  test('without the development packages it says so, and no stack', async () => {
    await rm(join(root, 'concurrently'))
    const { status, stderr } = spawnSync(process.execPath, ['operations/build.js'], {
      ...{ cwd: root, encoding: 'utf8', env: { PATH: root } },
    })
    expect(status).toBe(1)
    expect(stderr).toMatch(/\nThe build needs the development packages: npm ci --include=dev\n$/)
    expect(stderr).not.toContain('    at ')
  })

  test("an editor's link that leads nowhere does not matter", async () => {
    await symlink('nobody@nowhere', join(root, 'web/.#app.tsx'))
    expect(prestart()).toBe('built')
    expect(prestart()).toBe('')
  })

  test.each(['dist/main.js', 'dist/web/index.html', 'dist/database/PG_VERSION'])(
    'it is built again when %s is missing',
    async (file) => {
      prestart()
      await rm(join(root, file))
      expect(prestart()).toBe('built')
    },
  )
})
