import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OPERATION_NAMES } from '../../operations/operate.ts'
import { VERSION } from '../../platform/version.ts'
import { ROOMS, ROOT } from '../architecture/source-files.ts'
import { knownVariables } from './known-variables.ts'
import { filesIn, WORKFLOWS } from './project-files.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const packageJson = JSON.parse(read('package.json'))

const PAGES = [...filesIn('.', '.md'), ...filesIn('docs', '.md'), ...filesIn('docs/decisions', '.md')]
/** The changelog names the commands of its time. */
const PRESENT = PAGES.filter((page) => page !== 'CHANGELOG.md')

test('the version is the same everywhere', () => {
  expect(VERSION).toBe(packageJson.version)
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({
    version: VERSION,
    packages: { '': { version: VERSION } },
  })
})

test('the newest version in the changelog, which the footer leads to, is the one that the footer names', () => {
  const headings = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  expect(headings.find((heading) => heading !== 'Unreleased')).toBe(VERSION)
  expect(read('web/shell/footer.tsx')).toMatch(
    /href=\{`\$\{basePath\}\/releases\.txt`\}[^<]*v\{import\.meta\.env\.APP_VERSION\}/,
  )
  expect(read('web/vite.config.ts')).toContain(
    `fileName: 'releases.txt', source: readFileSync('CHANGELOG.md', 'utf8')`,
  )
})

test('there are at most twelve commands to know', () => {
  const hooks = /^(?:pre|post)/
  expect(Object.keys(packageJson.scripts).filter((name) => !hooks.test(name)).length).toBeLessThanOrEqual(12)
})

test.each([...PRESENT, ...WORKFLOWS])('%s names only commands that are there', (page) => {
  for (const [, name = ''] of read(page).matchAll(/npm run ([\w:-]+)/g)) {
    expect(packageJson.scripts).toHaveProperty([name])
  }
  for (const [, words = ''] of read(page).matchAll(/npm run operate -- ([\w-]+(?: \| [\w-]+)*)/g)) {
    for (const word of words.split(' | ')) expect(['help', ...OPERATION_NAMES]).toContain(word)
  }
})

test('the README says how to start it and how to test it', () => {
  expect(read('README.md')).toContain('npm ci --include=dev\nnpm start\n')
  expect(read('README.md')).toContain('npm ci && npm test\n')
})

test('CONTRIBUTING says what each part of the deep tests finds', () => {
  const told = [...read('CONTRIBUTING.md').matchAll(/^\| `(\w+)` \| /gm)].map(([, part]) => part)
  const parts = readdirSync('tests/deep', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(told.sort()).toEqual(parts.map(({ name }) => name).sort())
})

test('every file that CONTRIBUTING names is there', () => {
  const named = [...read('CONTRIBUTING.md').matchAll(/(?:`|vitest (?:run )?)((?:[\w.-]+\/)+[\w.-]+)/g)]
  expect(named.length).toBeGreaterThan(20)
  for (const [, path = ''] of named) expect(existsSync(join(ROOT, path)), path).toBe(true)
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
  for (const page of PAGES) {
    for (const [, link = ''] of read(page).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)) {
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

test('the security page goes through every chapter, and every row says what holds', () => {
  const page = read('docs/security.md')
  const chapters = [...page.matchAll(/^\| \*\*V(\d+)\*\* \|/gm)].map(([, number]) => Number(number))
  expect(chapters).toEqual(Array.from({ length: 17 }, (_, index) => index + 1))
  const rows = [...page.matchAll(/^\| \d[^|]*\|[^|]+\| ([^|]*) \|(.*)\|$/gm)]
  expect(rows.length).toBeGreaterThan(40)
  for (const [row, state, how = ''] of rows) {
    expect(['met', 'open', 'not applicable'], row).toContain(state)
    if (state === 'met') expect(how, row).toMatch(/`tests\/|\]\(|above|crypto/)
  }
})
