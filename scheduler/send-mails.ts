import { later } from '#platform/clock'
import { claimMails, type Outcome, settleMail } from '#platform/outbox'
import type { OutboxRow } from '#platform/vault'
import { reasonToSkip } from './invitation.ts'
import type { Services } from './services.ts'

/** Few enough that a slow mail server gets through them in the time that one mail may take, and long within the lease. */
const AT_ONCE = 8
const ATTEMPTS_MAX = 8
const FIRST_PAUSE_MS = 30_000

/** Sends what is due. One bad address delays nobody else. */
export async function sendMails(services: Services): Promise<void> {
  const { vault, clock } = services
  const mails = await claimMails(vault, clock.now(), AT_ONCE)
  await Promise.all(mails.map(async (mail) => settleMail(vault, mail, await deliver(services, mail))))
}

async function deliver({ mailer, read, clock }: Services, mail: OutboxRow): Promise<Outcome> {
  if (mail.useless_at !== null && clock.now() >= mail.useless_at) {
    return { state: 'skipped', reply: 'Not sent: its time had passed' }
  }
  const reason = await reasonToSkip(read, mail, clock.now())
  if (reason !== null) return { state: 'skipped', reply: `Not sent: ${reason}` }
  const delivery = await mailer.send(mail)
  if (delivery.state !== 'refused') return { ...delivery, at: clock.now() }
  const { reply, final } = delivery
  if (final || mail.attempts >= ATTEMPTS_MAX) return { state: 'failed', reply }
  return { state: 'queued', reply, dueAt: later(clock.now(), FIRST_PAUSE_MS * 2 ** (mail.attempts - 1)) }
}
