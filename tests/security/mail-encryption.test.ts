import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MailRow } from '../../platform/database/private-schema.ts'
import { whyMailCannotGo } from '../../platform/mail/mail-check.ts'
import { smtpMailer } from '../../platform/mail/mailer.ts'
import { type RawServer, rawServer } from '../support/raw-server.ts'

const LOGIN = { user: 'league', password: 'League-Mail-7' }
const AT = '2027-01-10T12:00:00.000Z'
const mail: MailRow = {
  ...{ id: '7d3c1c9e-0b6a-4d3e-9a0e-0c9d4b1f2a11', template: 'sign-in', round_id: null, season_id: null },
  ...{ position: null, recipient_name: 'Connie', recipient_address: 'connie@example.com' },
  ...{ subject: 'Sign in', body_text: 'https://picks.test/admin/login?token=a-secret', body_html: '' },
  ...{
    sender_name: '',
    unsubscribe_url: null,
    reply_to: null,
    state: 'queued',
    attempts: 0,
    unanswered: 0,
    reply: null,
  },
  ...{ created_at: AT, due_at: AT, useless_at: AT, sent_at: null, confidential: true, names_others: false },
}

/** Somebody on the way has taken STARTTLS out of what the mail server offers. */
let relay: RawServer
beforeAll(async () => {
  relay = await rawServer((socket) => {
    socket.write('220 here\r\n')
    socket.on('data', (data) => {
      const words = data.toString()
      if (words.startsWith('EHLO')) socket.write('250-here\r\n250 AUTH PLAIN LOGIN\r\n')
      else if (words.startsWith('STARTTLS')) socket.write('502 unknown\r\n')
      else if (words.startsWith('AUTH')) socket.write('235 welcome\r\n')
      else if (words.startsWith('DATA')) socket.write('354 go on\r\n')
      else socket.write('250 fine\r\n')
    })
  })
})
afterAll(() => relay.stop())

test('a mail server without encryption hears neither the password nor a link', async () => {
  const smtp = { ...relay.config, tls: 'required' as const, login: LOGIN }
  const mailer = smtpMailer(smtp, 'https://picks.test')
  for (const send of [() => mailer.sendAtOnce(mail), () => mailer.send(mail, async () => {})]) {
    expect(await send()).toMatchObject({ state: 'refused', final: false })
  }
  mailer.close()
  expect(await whyMailCannotGo(smtp)).toMatch(/STARTTLS/)
  expect(relay.heard()).toContain('STARTTLS')
  expect(relay.heard()).not.toMatch(/AUTH|MAIL FROM|token/)
})

test('without the requirement it hears both, which is why the requirement is there', async () => {
  const mailer = smtpMailer({ ...relay.config, tls: 'opportunistic', login: LOGIN }, 'https://picks.test')
  await mailer.sendAtOnce(mail)
  mailer.close()
  expect(relay.heard()).toContain(Buffer.from(`\0${LOGIN.user}\0${LOGIN.password}`).toString('base64'))
})
