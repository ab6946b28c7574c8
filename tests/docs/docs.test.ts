import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { VERSION } from '#platform/version'
import { ROOMS, ROOT } from '../architecture/source-files.ts'
import { knownVariables } from './known-variables.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const packageJson = JSON.parse(read('package.json'))

test('the version is the same everywhere', () => {
  expect(VERSION).toBe(packageJson.version)
  expect(read('CHANGELOG.md')).toContain(`## ${VERSION}`)
})

test('every command in the README is there', () => {
  const commands = [...read('README.md').matchAll(/^npm run (\w+)/gm)].map(([, name]) => name)
  expect(commands.length).toBeGreaterThan(2)
  for (const name of commands) expect(packageJson.scripts).toHaveProperty([name ?? ''])
})

test('the README names every variable that the configuration reads, and no other', () => {
  const documented = [...read('README.md').matchAll(/`([A-Z][A-Z_]{3,})`/g)].map(([, name]) => name)
  expect([...new Set(documented)].sort()).toEqual(knownVariables())
})

test('the architecture page shows every room', () => {
  for (const room of ROOMS) expect(read('docs/architecture.md')).toContain(`\n${room}/`)
})

test('the list of decisions is complete', () => {
  const pages = readdirSync(join(ROOT, 'docs/decisions')).filter((name) => name !== 'README.md')
  const listed = [...read('docs/decisions/README.md').matchAll(/\]\(([^)]+)\)/g)].map(([, name]) => name)
  expect(listed).toEqual(pages.sort())
})

test('every link between pages leads somewhere', () => {
  for (const page of ['README.md', 'docs/architecture.md', 'docs/security.md']) {
    for (const [, link = ''] of read(page).matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
      expect(existsSync(join(ROOT, page, '..', link)), `${page}: ${link}`).toBe(true)
    }
  }
})

test('the lock file names no registry', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved":\s*"https?:/)
})

test('every test that the security page names is there', () => {
  const named = [...read('docs/security.md').matchAll(/`(tests\/[\w/.-]+)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(15)
  for (const path of named) expect(existsSync(join(ROOT, path)), path).toBe(true)
})
