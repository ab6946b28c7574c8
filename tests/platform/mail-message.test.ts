import { expect, test } from 'vitest'
import type { MailRow } from '../../platform/database/private-schema.ts'
import { messageWriter } from '../../platform/mail/mail-message.ts'

const MAIL = { id: 'one', recipient_name: 'Ann', recipient_address: 'ann@example.com' }
const written = { subject: 'Hi', body_text: 'Hi', body_html: '<p>Hi</p>', unsubscribe_url: null }

test.each([
  ['https://picks.example.com/league', '<one@picks.example.com>'],
  ['http://192.0.2.7:3003', '<one@[192.0.2.7]>'],
  ['http://[2001:db8::7]:3003', '<one@[IPv6:2001:db8::7]>'],
])('a mail of %s is %s to every mail server', (appUrl, messageId) => {
  const write = messageWriter('picks@example.com', appUrl)
  expect(write({ ...MAIL, ...written } as MailRow)).toMatchObject({ messageId })
})
