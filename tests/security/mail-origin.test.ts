import { afterAll, beforeAll, expect, test } from 'vitest'
import { APP_URL } from '../support/application.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'
import { sendRaw } from './raw-http.ts'

const HOUR_MS = 3_600_000

let league: RunningLeague
beforeAll(async () => {
  league = await aLeague().start()
  await league.addAdmin('Rita')
})
afterAll(() => league?.close())

const PATH = '/api/auth/send-magic-link'

/** First line and headers of a request that claims to be meant for somebody else. */
const CLAIMS: readonly [claim: string, lines: readonly string[]][] = [
  ['the Host', [`POST ${PATH} HTTP/1.1`, 'Host: evil.example']],
  ['an absolute address', [`POST http://evil.example${PATH} HTTP/1.1`, 'Host: evil.example']],
  [
    'an absolute address beside a true Host',
    [`POST http://evil.example${PATH} HTTP/1.1`, 'Host: picks.test'],
  ],
  ['X-Forwarded-Host', [`POST ${PATH} HTTP/1.1`, 'Host: picks.test', 'X-Forwarded-Host: evil.example']],
  [
    'Forwarded',
    [`POST ${PATH} HTTP/1.1`, 'Host: picks.test', 'Forwarded: for=1.1.1.1;host=evil.example;proto=http'],
  ],
  [
    'X-Original-URL',
    [`POST ${PATH} HTTP/1.1`, 'Host: picks.test', `X-Original-URL: https://evil.example${PATH}`],
  ],
  ['a user in the Host', [`POST ${PATH} HTTP/1.1`, 'Host: picks.test@evil.example']],
  ['Origin and Referer', [`POST ${PATH} HTTP/1.1`, 'Host: picks.test', 'Origin: https://evil.example']],
]

let newest: string | undefined

test.each(CLAIMS)('a mail leads to our own origin, whatever %s says', async (_, lines) => {
  league.clock.advance(HOUR_MS)
  const body = JSON.stringify({ email: 'rita@example.com' })
  const { status } = await sendRaw(league.application.url, [...lines, 'Content-Type: application/json'], body)
  expect([200, 400, 404]).toContain(status)
  if (status !== 200) return
  newest = await league.linkTo('rita@example.com', 'sign-in', newest)
  const mails: { text: string; html?: string }[] = (await league.admin.get('/admin/outbox')).body.mails
  const mail = mails.find(({ text }) => text.includes(`${newest}`))
  expect(mail?.text).toContain(`${APP_URL}/admin/login?token=${newest}`)
  expect(JSON.stringify(mail)).not.toContain('evil')
})

test('and most of these claims do lead to a mail', () => {
  expect(newest).toBeDefined()
})
