import { execFileSync } from 'node:child_process'
import { cp, mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { folderForTest } from '../support/folder-for-test.ts'

const ROOT_FILES = ['CHANGELOG.md', 'package-lock.json', 'tsconfig.json', 'vite.config.ts']
const BUILD = `
  const { mkdirSync, writeFileSync } = require('node:fs')
  mkdirSync('dist/web', { recursive: true })
  for (const file of ['dist/main.js', 'dist/web/index.html']) writeFileSync(file, '')
  console.log('built')`

/** A project like ours whose build takes no time. */
describe('before the start', () => {
  let root: string
  const prestart = () =>
    execFileSync(process.execPath, ['prestart.js'], { cwd: root, encoding: 'utf8' }).trim()
  /** As if the file had been changed in a moment that is still to come. */
  const change = (path: string) => utimes(join(root, path), new Date(), new Date(Date.now() + 60_000))

  beforeEach(async () => {
    root = await folderForTest()
    for (const folder of ['api/routes', 'web']) await mkdir(join(root, folder), { recursive: true })
    for (const file of ['api/routes/picks.ts', 'web/app.tsx', ...ROOT_FILES])
      await writeFile(join(root, file), '')
    await writeFile(join(root, 'build.cjs'), BUILD)
    await writeFile(
      join(root, 'package.json'),
      JSON.stringify({ type: 'module', scripts: { build: 'node build.cjs' } }),
    )
    await writeFile(join(root, 'tsconfig.build.json'), JSON.stringify({ include: ['api'] }))
    await cp('prestart.js', join(root, 'prestart.js'))
  })

  test('a project that was never built is built, and then starts as it is', () => {
    expect(prestart()).toBe('built')
    expect(prestart()).toBe('')
  })

  test.each([...['api/routes/picks.ts', 'web/app.tsx', 'package-lock.json'], ...['api', 'api/routes']])(
    'it is built again when %s has changed',
    async (path) => {
      prestart()
      await change(path)
      expect(prestart()).toBe('built')
    },
  )

  test.each(['dist/main.js', 'dist/web/index.html'])('it is built again when %s is missing', async (file) => {
    prestart()
    await rm(join(root, file))
    expect(prestart()).toBe('built')
  })
})
