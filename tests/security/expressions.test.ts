import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sourceFiles } from '../architecture/source-files.ts'
import { type ApplicationForTest, applicationForTest } from '../support/application.ts'
import { http } from '../support/http.ts'

const LENGTH = 100 * 1024
const LIMIT_MS = 10
const ATTEMPTS = 12
const FAR_TOO_LONG_MS = 2_000
const ROOMS_WITH_INPUT = ['domain', 'platform', 'projections', 'commands', 'api', 'scheduler']

/** Texts that send a careless expression back and forth over itself. */
const HOSTILE: readonly string[] = [
  ...['a', 'A', '1', ' ', '\t', '\n', '.', '-', '@', '/', '\\', ':', '<', '"', '\u0301', 'é', ','],
  ...['a.', 'a@', '@a', '1-', 'a ', ' a', '\r\n', 'ab', '\\u', '%2', '0:', 'T1', 'aA1-', 'http://', '-- '],
].flatMap((part) => {
  const long = part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH)
  return [long, `${long}!`, `!${long}`, `1-1-1-${long}`, `2027-03-14T${long}`, `a@${long}`, `${long}@`]
})

/** An expression between slashes, where no division can stand. */
const LITERAL =
  /(?<=[=(,:!&|?;[{}]\s*|return\s+)\/((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n*[])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])*)\/([dgimsuvy]*)/g

const expressions = sourceFiles()
  .filter(({ room }) => ROOMS_WITH_INPUT.includes(room))
  .flatMap(({ path, text }) =>
    [...text.matchAll(LITERAL)].map(([, source = '', flags = '']) => ({
      name: `/${source}/${flags} in ${path}`,
      expression: new RegExp(source, flags),
    })),
  )

/** What else the machine does is not the expression's fault: the processor's time counts, and unless it is far too slow, it has until the first time that is quick enough. */
function fastestMs(expression: RegExp, text: string): number {
  let fastest = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && fastest >= LIMIT_MS; attempt += 1) {
    expression.lastIndex = 0
    const start = process.cpuUsage()
    text.replace(expression, '')
    const { user, system } = process.cpuUsage(start)
    const tookMs = (user + system) / 1_000
    if (tookMs > FAR_TOO_LONG_MS) return tookMs
    fastest = Math.min(fastest, tookMs)
  }
  return fastest
}

test('the expressions of the source are found', () => {
  expect(expressions.length).toBeGreaterThan(20)
})

test.each(expressions)('$name is through with 100 KiB within 10 ms', ({ expression }) => {
  for (const text of HOSTILE) {
    expect(fastestMs(expression, text), `${JSON.stringify(text.slice(0, 24))}…`).toBeLessThan(LIMIT_MS)
  }
})

describe('the patterns of the contract', () => {
  let application: ApplicationForTest
  let document: string
  beforeAll(async () => {
    application = await applicationForTest()
    document = (await http(application.url).get('/docs/json')).text
  })
  afterAll(() => application?.close())

  test('are through with 100 KiB within 10 ms', () => {
    const patterns = [
      ...new Set([...document.matchAll(/"pattern":("(?:\\.|[^"\\])*")/g)].map(([, text = '""']) => text)),
    ]
    expect(patterns.length).toBeGreaterThan(0)
    for (const pattern of patterns) {
      const expression = new RegExp(JSON.parse(pattern), 'u')
      for (const text of HOSTILE) {
        expect(fastestMs(expression, text), `${pattern} on ${text.slice(0, 24)}…`).toBeLessThan(LIMIT_MS)
      }
    }
  })
})
