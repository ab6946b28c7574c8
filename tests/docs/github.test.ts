import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
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
    [...read(path).matchAll(/uses: ([^.]\S+)/g)].map(([, action]) => action),
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

test('a release waits for all checks, and is the latest unless it is a candidate', () => {
  const { on, jobs } = parse(read('.github/workflows/check.yml'))
  expect(on).toHaveProperty('workflow_call')
  expect(Object.keys(jobs)).toEqual(['check', 'containers'])
  const { check, image, sbom } = parse(read('.github/workflows/release.yml')).jobs
  expect([check.uses, image.needs, sbom.needs]).toEqual(['./.github/workflows/check.yml', 'check', 'image'])
  const { tags } = image.steps.find(({ id }: { id?: string }) => id === 'image').with
  expect(tags).toMatch(/^type=raw,value=latest,enable=\S+ !contains\(github\.ref_name, '-'\) }}$/m)
})

test('image and compose files run where the engine answers, and cannot be skipped there', () => {
  const { container, env, steps } = parse(read('.github/workflows/check.yml')).jobs.containers
  expect({ container, env }).toEqual({ container: undefined, env: { TEST_CONTAINERS: 'required' } })
  const commands = steps.map(({ run }: { run?: string }) => run)
  expect(commands).toContain('npm run test:deep -- containers')
  expect(read('tests/support/engine.ts')).toContain("process.env.TEST_CONTAINERS === 'required'")
})

test('each commit of main is checked to the end, and a pull request at its last one', () => {
  const { group } = parse(read('.github/workflows/check.yml')).concurrency
  expect(group).toMatch(/ github\.event_name == 'pull_request' && github\.ref \|\| github\.sha }}$/)
})

test('updates are looked for in packages, workflows, the Dockerfile and the compose files', () => {
  const { updates } = parse(read('.github/dependabot.yml'))
  const kinds = updates.map((update: Record<string, string>) => update['package-ecosystem'])
  expect(kinds).toEqual(['npm', 'github-actions', 'docker', 'docker-compose'])
  expect(updates.at(-1)).toMatchObject({ directories: ['/', '/compose'] })
  const files = readdirSync(join(ROOT, 'compose')).filter((name) => name.endsWith('.yml'))
  for (const name of files) expect(name).toMatch(/^compose\.\w+\.yml$/)
  // It reads no variables.
  const images = [...read('Dockerfile').matchAll(/^FROM (?:--platform=\S+ )?(\S+)/gm)].map(
    ([, image]) => image,
  )
  const [node] = images
  expect(node).toMatch(/^node:[\d.]+-[\w-]+$/)
  expect(new Set(images)).toEqual(new Set([node, 'base']))
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
