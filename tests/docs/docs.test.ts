import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { VERSION } from '#platform/version'
import { ROOMS, ROOT } from '../architecture/source-files.ts'

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
  const known = [...read('platform/config.ts').matchAll(/read\('([A-Z_]+)'/g)].map(([, name]) => name)
  expect([...new Set(documented)].sort()).toEqual([...new Set(known)].sort())
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
  for (const page of ['README.md', 'docs/architecture.md']) {
    for (const [, link = ''] of read(page).matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
      expect(existsSync(join(ROOT, page, '..', link)), `${page}: ${link}`).toBe(true)
    }
  }
})

test('the lock file names no registry', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved":\s*"https?:/)
})
