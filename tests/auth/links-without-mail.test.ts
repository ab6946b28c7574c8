import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { applicationForTest } from '../support/application.ts'
import { http } from '../support/http.ts'
import { CONNIE } from '../support/league/examples.ts'
import { setUpAdmin } from '../support/league/over-http.ts'

/** All that a server without a mail server tells while it keeps a sign-in link. */
async function toldOfLink(options: { isTerminal: boolean; enableDevTools: boolean }) {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  const { isTerminal, enableDevTools } = options
  const application = await applicationForTest({ isTerminal, log, config: { enableDevTools } })
  onTestFinished(application.close)
  const admin = await setUpAdmin(application.url)
  await http(application.url).post('/auth/send-magic-link', { email: CONNIE.email })
  await expect.poll(async () => (await admin.get('/admin/outbox')).body.mails[0]?.state).toBe('kept')
  return [...application.printed, ...lines].join('\n')
}

test.each([
  ['a person sits at the terminal', { isTerminal: true, enableDevTools: false }],
  ['the dev tools are on', { isTerminal: false, enableDevTools: true }],
])('without a mail server a link is told where %s', async (_, options) => {
  expect(await toldOfLink(options)).toMatch(/\/admin\/login\?token=[\w-]{43}/)
})

test('and nowhere else: there the log says that no mail can be sent', async () => {
  const told = await toldOfLink({ isTerminal: false, enableDevTools: false })
  expect(told).not.toContain('token=')
  expect(told).not.toContain(CONNIE.email)
  expect(told).toContain('no mail can be sent, because SMTP_HOST is not set')
})
