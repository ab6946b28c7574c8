import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApplicationForTest, applicationForTest } from '../support/application.ts'
import { http } from '../support/http.ts'
import { openRaw, type RawConnection, sendRaw } from './raw-http.ts'

const SLOW = 300

let application: ApplicationForTest
beforeAll(async () => {
  application = await applicationForTest()
})
afterAll(() => application?.close())

describe('three hundred clients that never come to an end', () => {
  /** What each has sent when it falls silent. */
  const BEGINNINGS: readonly [where: string, text: string][] = [
    ['before the first byte', ''],
    ['in the first line', 'GET /api/public/sea'],
    ['in their headers', 'GET /api/public/settings HTTP/1.1\r\nHost: picks.test\r\nX-Slow: '],
    [
      'in their body',
      'POST /api/auth/login HTTP/1.1\r\nHost: picks.test\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"email":',
    ],
  ]

  test.each(BEGINNINGS)('keep nobody else waiting: %s', async (_, beginning) => {
    const slow: RawConnection[] = []
    for (let count = 0; count < SLOW; count += 1) slow.push(await openRaw(application.url))
    for (const connection of slow) connection.write(beginning)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => http(application.url).get('/public/settings')),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(slow.some((connection) => connection.isOpen())).toBe(true)
    for (const connection of slow) connection.destroy()
  })
})

test('a body larger than it says, or than is allowed, is refused', async () => {
  const line = 'POST /api/auth/request-login HTTP/1.1'
  const headers = [line, 'Host: picks.test', 'Content-Type: application/json']
  const { status } = await sendRaw(application.url, headers, `{"email":"${'a'.repeat(300_000)}"}`)
  expect(status).toBe(413)
})

test('two lengths for one body, or a length beside chunks, are refused: no request hides in another', async () => {
  for (const extra of [
    ['Content-Length: 4', 'Content-Length: 40'],
    ['Content-Length: 4', 'Transfer-Encoding: chunked'],
  ]) {
    const connection = await openRaw(application.url)
    const head = [
      'POST /api/auth/login HTTP/1.1',
      'Host: picks.test',
      'Content-Type: application/json',
      ...extra,
    ]
    connection.write(
      `${head.join('\r\n')}\r\n\r\n0\r\n\r\nGET /api/public/settings HTTP/1.1\r\nHost: picks.test\r\n\r\n`,
    )
    const { status, text } = await connection.answer()
    expect(status).toBe(400)
    expect(text).not.toContain('app_title')
  }
})

test.each([
  ['400', 'GET /api/health HTTP/1.1\r\nHost: a\r\nno header\r\n\r\n'],
  ['431', `GET /api/health HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`],
  ['400', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['404', 'GET /api/nothing HTTP/1.1\r\nHost: a\r\nExpect: nonsense\r\nConnection: close\r\n\r\n'],
])(
  'what Node would refuse by itself with %s carries the headers of every answer',
  async (status, request) => {
    const connection = await openRaw(application.url)
    connection.write(request)
    const { text } = await connection.answer()
    const [head = '', body = ''] = text.split('\r\n\r\n')
    expect(head).toContain(`HTTP/1.1 ${status} `)
    for (const name of [
      'content-security-policy: ',
      'x-content-type-options: ',
      'referrer-policy: ',
      'strict-transport-security: ',
      'content-type: application/json; charset=utf-8\r\n',
    ])
      expect(`${head}\r\n`).toContain(`\r\n${name}`)
    expect(JSON.parse(body)).toMatchObject({ error: expect.stringMatching(/^The/) })
  },
)

test('two names for one server, or no version of HTTP, are refused', async () => {
  for (const head of ['GET /api/health HTTP/1.1\r\nHost: a\r\nhost: a', 'GET /api/health']) {
    const connection = await openRaw(application.url)
    connection.write(`${head}\r\nConnection: close\r\n\r\n`)
    const { text } = await connection.answer()
    expect(text, head).toMatch(/^HTTP\/1\.1 400 /)
    expect(text).not.toContain('services')
  }
})

test('headers without end are refused', async () => {
  const headers = Array.from({ length: 2_000 }, (_, index) => `X-${index}: ${'x'.repeat(50)}`)
  const { status } = await sendRaw(application.url, [
    'GET /api/public/settings HTTP/1.1',
    'Host: a',
    ...headers,
  ])
  expect(status).toBe(431)
})
