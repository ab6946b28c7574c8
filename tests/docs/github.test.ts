import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../architecture/source-files.ts'
import { filesIn, WORKFLOWS } from './project-files.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

test('the checks run from the lowest version of Node to that of the image, and all else runs on that of the image', () => {
  const { matrix } = parse(read('.github/workflows/check.yml')).jobs.check.strategy
  const [, lowest] = /^>=(\d+)\./.exec(JSON.parse(read('package.json')).engines.node) ?? []
  const [, image] = /^FROM node:(\d+)\.\S+$/m.exec(read('Dockerfile')) ?? []
  expect(matrix.node.slice(0, 1)).toEqual([Number(lowest)])
  expect(matrix.node.at(-1)).toBe(Number(image))
  expect(read('.nvmrc')).toBe(`${image}\n`)
  for (const path of WORKFLOWS) {
    for (const [, version] of read(path).matchAll(/node:(\d+)-/g)) expect(version, path).toBe(image)
  }
})

test('every step of a workflow that somebody else wrote is pinned to a version', () => {
  const uses = WORKFLOWS.flatMap((path) =>
    [...read(path).matchAll(/uses: (\S+)/g)].map(([, action]) => action),
  )
  expect(uses.length).toBeGreaterThan(5)
  for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@v\d+$/)
})

test('every form and workflow for GitHub can be read', () => {
  const files = ['.github', '.github/ISSUE_TEMPLATE', '.github/workflows'].flatMap((folder) =>
    filesIn(folder, '.yml'),
  )
  for (const path of files) expect(parse(read(path)), path).toBeTypeOf('object')
  for (const form of ['bug', 'idea']) {
    const { body } = parse(read(`.github/ISSUE_TEMPLATE/${form}.yml`))
    expect(
      body.filter((part: { type: string; id?: string }) => part.type !== 'markdown' && !part.id),
    ).toEqual([])
  }
})

test('a release carries a list of its packages, which the lock file is enough to make', () => {
  const [, words = ''] = /npm (sbom .+) > sbom\.cdx\.json/.exec(read('.github/workflows/release.yml')) ?? []
  const made = spawnSync('npm', words.split(' '), { cwd: ROOT, encoding: 'utf8' })
  const { bomFormat, components } = JSON.parse(made.stdout)
  const names = components.map(({ name }: { name: string }) => name)
  expect(bomFormat).toBe('CycloneDX')
  expect(names).toContain('fastify')
  expect(names).not.toContain('vitest')
})
