import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deactivatePlayer, player } from '../../domain/players/player.ts'
import { ClaimLost, claimMails, type Mail, queueMails, rewriteMail } from '../../platform/mail/mails.ts'
import { noticesOf } from '../../platform/mail/notices.ts'
import { sendMails } from '../../scheduler/jobs/send-mails.ts'
import { formMails } from '../../scheduler/mail/form-mails.ts'
import { type SettableClock, settableClock } from '../support/clock.ts'
import { aLeague } from '../support/league/a-league.ts'
import { FOOTBALL } from '../support/league/examples.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'
import { type SmtpServerForTest, startSmtpServer } from '../support/smtp-server.ts'
import { reactToAll } from '../support/subscription.ts'

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
  await expect(rewriteMail(parts.privateSchema, late, { ...MAIL, text: 'Hi Bob' }, [])).rejects.toThrow(
    ClaimLost,
  )
  expect(await parts.outbox()).toEqual(before)
})

test('nor takes a reader out of it', async () => {
  await aLeague().withPlayers('Ann').withSeason().withRound().in(parts)
  await reactToAll(parts)
  await formMails(parts)
  const late = (await claimMails(parts.privateSchema, START, 2)).find(
    ({ template }) => template === 'pick-link',
  )
  if (!late) throw new Error('No link was due')
  const notices = await noticesOf(parts.privateSchema, [late.id])
  clock.advance(LEASE_MS)
  await sendMails(parts)
  const leaving = notices.map((notice) => ({ ...notice, mail_id: null, due_at: START }))
  await expect(rewriteMail(parts.privateSchema, late, MAIL, leaving)).rejects.toThrow(ClaimLost)
  expect(await noticesOf(parts.privateSchema, [late.id])).toEqual(notices)
})

test('what cannot be formed keeps nothing else from going out', async () => {
  await aLeague().withPlayers('Bob').withSeason().withRound().in(parts)
  await reactToAll(parts)
  await sql`create function private.refuse() returns trigger language plpgsql as
    $$ begin raise exception 'No mail for Bob'; end $$`.execute(parts.kysely)
  await sql`create trigger refuse before insert on private.mails for each row
    execute function private.refuse()`.execute(parts.kysely)
  await expect(sendMails(parts)).rejects.toThrow('No mail for Bob')
  expect(smtp.mails.map(({ subject }) => subject)).toEqual(['Hello Ann'])
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

test('a mail that was skipped before it was ever written is useless from the lock on', async () => {
  await aLeague().withPlayers('Ann').withSeason().withRound().in(parts)
  await reactToAll(parts)
  await parts.run(player, [1], deactivatePlayer)
  await sendMails(parts)
  const [skipped] = (await parts.outbox()).filter(({ template }) => template === 'pick-link')
  expect(skipped).toMatchObject({ state: 'skipped', subject: '', useless_at: FOOTBALL.lockTime })
})
