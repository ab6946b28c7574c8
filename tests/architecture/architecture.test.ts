import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { REFUSAL_TABLE } from '../../domain/refusal.ts'
import { ROOMS, type SourceFile, sourceFiles } from './source-files.ts'

const files = sourceFiles()

/** Which rooms a room may import from. The composition root may import from all but the web. */
const ARROWS: Record<string, readonly string[]> = {
  domain: [],
  platform: ['domain'],
  projections: ['domain', 'platform'],
  commands: ['domain', 'platform', 'projections'],
  api: ['domain', 'platform', 'projections', 'commands'],
  scheduler: ['domain', 'platform', 'projections', 'commands'],
  operations: ['domain', 'platform', 'projections', 'commands'],
  web: ['api', 'domain'],
  root: ['domain', 'platform', 'projections', 'commands', 'api', 'scheduler', 'operations'],
}

/** The files that break a rule, as `path: what`. */
const offenders = (rule: (file: SourceFile) => readonly string[]) =>
  files.flatMap((file) => rule(file).map((what) => `${file.path}: ${what}`))

const roomOf = (from: string) => ROOMS.find((room) => from.startsWith(`${room}/`))

const importsOf = (file: SourceFile, choose: (from: string) => boolean) =>
  file.imports.map(({ from }) => from).filter(choose)

test('the test sees every room', () => {
  for (const room of ROOMS) expect(files.filter((file) => file.room === room).length).toBeGreaterThan(5)
  expect(files.filter(({ imports }) => imports.length > 0).length).toBeGreaterThan(files.length / 2)
})

test('a room imports only from the rooms to its left', () => {
  expect(
    offenders((file) =>
      importsOf(file, (from) => {
        const room = roomOf(from)
        // What speaks to a server over HTTP knows its shapes.
        if (file.room === 'operations' && from.startsWith('api/contract/')) return false
        return room !== undefined && room !== file.room && !ARROWS[file.room]?.includes(room)
      }),
    ),
  ).toEqual([])
})

/** From left to right. */
const FOLDERS = [
  'read-models',
  'points',
  'engine',
  'verification',
  'now',
  'boards',
  'past',
  'history',
  'record',
]
const readSide = files.filter(({ room }) => room === 'projections')

test('a folder of projections imports only from the folders to its left', () => {
  const placeOf = (path: string) => FOLDERS.indexOf(path.split('/')[1] ?? '')
  expect(readSide.filter(({ path }) => placeOf(path) === -1)).toEqual([])
  expect(
    offenders((file) =>
      importsOf(file, (from) => readSide.includes(file) && placeOf(from) > placeOf(file.path)),
    ),
  ).toEqual([])
})

test('other rooms know at most 75 functions and constants of projections', () => {
  const face = files
    .filter((file) => !readSide.includes(file))
    .flatMap(({ imports }) => imports.filter(({ from }) => roomOf(from) === 'projections'))
    .flatMap(({ from, names }) => names.map((name) => `${from} ${name}`))
  expect(face).toContain('projections/past/season-past.ts seasonAt')
  expect(new Set(face).size).toBeLessThanOrEqual(75)
})

test('the scheduler asks the tables by the questions of projections and platform', () => {
  const asks = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/
  expect(
    files.filter(({ room, text }) => room === 'scheduler' && asks.test(text)).map(({ path }) => path),
  ).toEqual([])
})

test('a document is the state of its stream: nothing but the domain folds events', () => {
  const folds = ({ path, text }: SourceFile) =>
    /^projections\/read-models\/.*document/.test(path) && /\bswitch\b/.test(text)
  expect(files.filter(folds).map(({ path }) => path)).toEqual([])
})

test('the domain stands on nothing but itself', () => {
  expect(
    offenders((file) =>
      file.room === 'domain' ? importsOf(file, (from) => !from.startsWith('domain/')) : [],
    ),
  ).toEqual([])
})

/** Decision 062. */
const RULES_FOR_PAGES = [
  ...['admins/email-address', 'admins/password-rules', 'names', 'ordinal', 'refusals/accounts'],
  ...['season-story/last-locked', 'season-story/next-year', 'seasons/points'],
  ...['seasons/rule-sentences', 'spelling', 'tints'],
].map((name) => `domain/${name}.ts`)

test('the web takes types and fields from the contract, some rules from the domain and nothing else from the server', () => {
  expect(
    offenders((file) =>
      file.room !== 'web'
        ? []
        : file.imports
            .filter(({ from }) => from.startsWith('node:') || ![undefined, 'web'].includes(roomOf(from)))
            .filter(({ from, typeOnly }) => !(typeOnly && from.startsWith('api/contract/')))
            .filter(({ from }) => ![...RULES_FOR_PAGES, 'api/contract/fields.ts'].includes(from))
            .map(({ from }) => from),
    ),
  ).toEqual([])
})

test('the web links by its own link: that of the router weighs 3 KB', () => {
  expect(
    offenders((file) =>
      file.imports
        .filter(({ from }) => from === 'react-router')
        .flatMap(({ names }) => names.filter((name) => /^(Nav)?Link$/.test(name))),
    ),
  ).toEqual([])
})

test('a route takes its part of the services, and no secret of the server', () => {
  const whole = /: Services\b|\b(Secrets|sessionKey|operatorToken|serverSecret|jwtSecret)\b/g
  const routes = /^api\/(routes\/|accounts\/(admins|own-account|sign-in)\.ts)/
  expect(offenders(({ path, text }) => (routes.test(path) ? (text.match(whole) ?? []) : []))).toEqual([])
})

test('the contract stands on its schema library and the table of refusals alone', () => {
  const isKnown = (from: string) => ['typebox', 'domain/refusal.ts'].includes(from)
  expect(
    offenders((file) =>
      file.path.startsWith('api/contract/')
        ? importsOf(file, (from) => !isKnown(from) && !from.startsWith('api/contract/'))
        : [],
    ),
  ).toEqual([])
})

test('a refusal has one code, which somebody throws, and a sentence', () => {
  const [parts, others] = [true, false].map((isPart) =>
    files.filter(({ path }) => path.startsWith('domain/refusals/') === isPart).map(({ text }) => text),
  ) as [string[], string[]]
  const codes = parts.flatMap((text) =>
    [...text.matchAll(/^ {2}'([a-z]+(?:-[a-z]+)+)': \[/gm)].map(([, code]) => code),
  )
  expect(codes.sort()).toEqual(Object.keys(REFUSAL_TABLE).sort())
  expect(codes.filter((code) => !others.some((text) => text.includes(`'${code}'`)))).toEqual([])
  const says = (sentence: unknown) => typeof sentence === 'function' || /^\w.*\w/.test(String(sentence))
  expect(Object.entries(REFUSAL_TABLE).filter(([, [, sentence]]) => !says(sentence))).toEqual([])
})

test('the environment is read in one file', () => {
  expect(files.filter(({ text }) => text.includes('process.env')).map(({ path }) => path)).toEqual([
    'main.ts',
  ])
})

test('the clock and chance are asked at the edges alone', () => {
  const edges = ['platform/time/clock.ts', 'platform/time/pauses.ts']
  const asks = /new Date\(\)|Date\.now\(|Math\.random\(/
  expect(
    files
      .filter(({ room, path, text }) => room !== 'web' && asks.test(text) && !edges.includes(path))
      .map(({ path }) => path),
  ).toEqual([])
})

test('what a browser may refuse to store, copy, share or format is asked for in one place', () => {
  // As the key of a property it is the router's.
  const asks =
    /\b(localStorage|sessionStorage|indexedDB|navigator(?!:)|Notification|Intl|Temporal)\b|\.toLocale(Date|Time)?String\b/
  expect(
    files
      .filter(({ room, path, text }) => room === 'web' && asks.test(text) && !path.startsWith('web/browser/'))
      .map(({ path }) => path),
  ).toEqual([])
})

test('no expression of the web looks behind: Safari before 16.4 reads none of a file with one', () => {
  const behind = /\(\?<[=!]/
  const inBrowsers = files.filter(({ room }) => room === 'web' || room === 'domain')
  expect(inBrowsers.filter(({ text }) => behind.test(text)).map(({ path }) => path)).toEqual([])
})

test('words and orders that differ between runtimes are asked for where they are made the same', () => {
  const asks = /\bIntl\.(?!\w+Options|\w+PartTypes|\w+Unit)|\.toLocale\w+\(|\.localeCompare\(/
  expect(
    files
      .filter(({ text }) => asks.test(text))
      .map(({ path }) => path)
      .sort(),
  ).toEqual([
    'domain/names.ts',
    'domain/ordinal.ts',
    'domain/tints.ts',
    'platform/time/time-zone.ts',
    'web/browser/formats.ts',
  ])
})

test('nothing compares values by their JSON, which differs with the order of the fields', () => {
  const comparison = /[!=]==\s*JSON\.stringify\(|JSON\.stringify\(.*\)\s*[!=]==/
  expect(files.filter(({ text }) => comparison.test(text)).map(({ path }) => path)).toEqual([])
})

test('no browser translates a time', () => {
  const times = (text: string) => [...text.matchAll(/<time[\s>](?![^>]*translate="no")/g)]
  expect(offenders(({ path, text }) => (path.endsWith('.tsx') ? times(text).map(() => path) : []))).toEqual(
    [],
  )
})

test('what only some servers need is loaded by those', () => {
  const loaded = new Set(['main.ts'])
  for (const path of loaded) {
    for (const { from, typeOnly, isDynamic } of files.find((file) => file.path === path)?.imports ?? []) {
      if (!typeOnly && !isDynamic) loaded.add(from)
    }
  }
  expect(loaded).toContain('api/server/app.ts')
  const ofSome =
    /^(operations\/.*|@electric-sql\/pglite|@eventstore\/db-client|nodemailer|pino-pretty|prom-client)$/
  expect([...loaded].filter((from) => ofSome.test(from))).toEqual([])
})

test('no file is called after what it is not', () => {
  const vague = /(^|\/)(index|utils?|helpers?|common|types)\.tsx?$/
  expect(files.map(({ path }) => path).filter((path) => vague.test(path))).toEqual([])
})

test('a folder shows at a glance what lives there', () => {
  const counts = new Map<string, number>()
  for (const { path, room } of files) {
    if (room === 'web' || room === 'root') continue
    const folder = posix.dirname(path)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  // One for each noun of the API.
  const nouns = ['api/routes', 'api/contract']
  expect([...counts].filter(([folder, count]) => count > 20 && !nouns.includes(folder))).toEqual([])
})

test('nothing in a browser begins at the root of a host: the league may be below a path', () => {
  const atRoot = /\b(href|src)="\/|\[(href|src)\^="\/|\blocation\.(origin|host)\b|\b(local|session)Storage\b/
  const paths = readdirSync('web', { recursive: true, encoding: 'utf8' }).map((path) => `web/${path}`)
  const styles = paths.filter((path) => path.endsWith('.css'))
  expect(styles.length).toBeGreaterThan(10)
  const inWeb = [
    ...files.filter(({ room }) => room === 'web'),
    ...styles.map((path) => ({ path, text: readFileSync(path, 'utf8') })),
  ]
  const found = inWeb.filter(({ text }) => atRoot.test(text))
  expect(found.map(({ path }) => path).sort()).toEqual([
    'web/browser/base-path.ts',
    'web/browser/storage.ts',
    // Compares two addresses of one host.
    'web/pick/form/leave-guard.tsx',
  ])
})
