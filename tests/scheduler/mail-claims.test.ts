import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ClaimLost, claimMails, type Mail, queueMails, rewriteMail } from '../../platform/mail/mails.ts'
import { sendMails } from '../../scheduler/jobs/send-mails.ts'
import { type SettableClock, settableClock } from '../support/clock.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'
import { type SmtpServerForTest, startSmtpServer } from '../support/smtp-server.ts'

const START = '2027-01-10T12:00:00.000Z'
const CAUSE = '7d3c1c9e-0b6a-4d3e-9a0e-0c9d4b1f2a11'
const LEASE_MS = 120_000
const MAIL: Mail = {
  template: 'test',
  to: { name: 'Ann', address: 'ann@example.com' },
  subject: 'Hello Ann',
  text: 'Hi Ann',
  html: '<p>Hi Ann</p>',
  uselessAt: null,
}

let smtp: SmtpServerForTest
let clock: SettableClock
let parts: SchedulerParts
beforeEach(async () => {
  smtp = await startSmtpServer()
  clock = settableClock(START)
  parts = await schedulerParts({ clock, smtp: smtp.config })
  await queueMails(parts.privateSchema, CAUSE, [MAIL], START)
})
afterEach(async () => {
  await parts.close()
  await smtp.stop()
})

test('whoever comes back after somebody else has taken the mail cannot write it anew', async () => {
  const [late] = await claimMails(parts.privateSchema, START, 1)
  if (!late) throw new Error('No mail was due')
  clock.advance(LEASE_MS)
  await claimMails(parts.privateSchema, clock.now(), 1)
  const before = await parts.outbox()
  await expect(rewriteMail(parts.privateSchema, late, { ...MAIL, text: 'Hi Bob' })).rejects.toThrow(ClaimLost)
  expect(await parts.outbox()).toEqual(before)
})

test('a mail that the mail server has taken is noted as sent by a database that fails twice', async () => {
  await sql`create sequence notes`.execute(parts.kysely)
  await sql`
    create function fail_twice() returns trigger language plpgsql as $$
    begin
      if nextval('notes') <= 2 then raise exception 'No room'; end if;
      return new;
    end $$`.execute(parts.kysely)
  await sql`
    create trigger fail_twice before update on private.mails for each row when (new.state = 'sent')
    execute function fail_twice()`.execute(parts.kysely)
  await sendMails(parts)
  expect(smtp.mails).toHaveLength(1)
  expect(await parts.outbox()).toMatchObject([{ state: 'sent', attempts: 1 }])
})
