import { setTimeout as sleep } from 'node:timers/promises'
import type { Instant } from '../../domain/event.ts'
import type { MailRow } from '../../platform/database/private-schema.ts'
import type { Delivery, Mailer } from '../../platform/mail/mailer.ts'
import {
  ClaimLost,
  claimMails,
  LEASE_RENEWAL_MS,
  noteHandOver,
  type Outcome,
  renewClaim,
  rewriteMail,
  settleMail,
} from '../../platform/mail/mails.ts'
import { noticesAbout, noticesOf } from '../../platform/mail/notices.ts'
import { later } from '../../platform/time/clock.ts'
import { type Checking, checkNotices, isUseless, TOO_LATE } from '../mail/check-notices.ts'
import { formMails } from '../mail/form-mails.ts'
import { keepMailFacts } from '../mail/mail-facts.ts'
import { templateOf } from '../mail/mail-templates.ts'
import { findWitness } from '../mail/mail-witness.ts'
import { writeMail } from '../mail/write-mail.ts'
import type { Services } from '../services.ts'

const AT_ONCE = 4
const LOOK_AGAIN_MS = 500
const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 3_600_000
const HAND_OVERS_MAX = 2
/** Together within the lease, which nobody renews any more, and each short enough for a shutdown to wait for. */
const NOTE_AGAIN_MS = [100, 500, 2_000, 4_000, 4_000, 4_000]
const UNWRITTEN = 'The mail could not be written. The server log says why'
const NO_ANSWER = 'We handed it over twice, and the mail server never said whether it took it'

type Sending = Services & Checking

export async function sendMails(services: Services): Promise<void> {
  const { privateSchema, clock, mailer } = services
  const sending: Sending = {
    ...services,
    factsOf: keepMailFacts(services),
    othersOf: (...asked) => noticesAbout(privateSchema, ...asked),
  }
  const underWay = new Set<Promise<void>>()
  while (mailer.isOpen()) {
    const forming = await formMails(services).catch((error: Error) => error)
    const mails = await claimMails(privateSchema, clock.now(), AT_ONCE - underWay.size)
    for (const mail of mails) {
      const work = sendOne(sending, mail).finally(() => underWay.delete(work))
      underWay.add(work)
    }
    if (underWay.size === 0) {
      // What cannot be formed keeps nothing else from going out.
      if (forming) throw forming
      return
    }
    await Promise.race([...underWay, sleep(LOOK_AGAIN_MS, undefined, { ref: false })])
  }
  await Promise.all(underWay)
}

async function sendOne(services: Sending, mail: MailRow): Promise<void> {
  const { privateSchema, log, clock, mailer } = services
  const renewal = setInterval(
    () => void renewClaim(privateSchema, mail, clock.now()).catch(() => {}),
    LEASE_RENEWAL_MS,
  )
  const outcome = await deliver(services, mail)
    .catch((error): Outcome | null => {
      if (error instanceof ClaimLost) return null
      log.error({ err: error, mail: mail.id, template: mail.template }, 'a mail cannot be written')
      const dueAt = later(clock.now(), pauseMs(mail, clock.now()))
      return { state: 'queued', reply: UNWRITTEN, dueAt, unanswered: mail.unanswered }
    })
    .finally(() => clearInterval(renewal))
  if (outcome) await untilNoted(mailer, () => settleMail(privateSchema, mail, outcome))
}

async function untilNoted(mailer: Mailer, note: () => Promise<void>): Promise<void> {
  for (const pauseMs of NOTE_AGAIN_MS) {
    try {
      return await note()
    } catch (error) {
      if (!mailer.isOpen()) throw error
      await sleep(pauseMs)
    }
  }
  await note()
}

async function deliver(services: Sending, claimed: MailRow): Promise<Outcome> {
  const { privateSchema, mailer, clock } = services
  if (claimed.unanswered >= HAND_OVERS_MAX) return { state: 'unconfirmed', reply: NO_ANSWER }
  const { over, mail } = await prepare(services, claimed)
  if (over) return over
  const delivery = await mailer.send(mail, async () => {
    await noteHandOver(privateSchema, claimed)
    if (isUseless(mail.useless_at, clock.now())) throw new Error(TOO_LATE)
  })
  return outcomeOf(mail, delivery, clock.now())
}

/** Written as it reads now. `over`: why it does not go out, or not yet. */
async function prepare(services: Sending, mail: MailRow): Promise<{ mail: MailRow; over: Outcome | null }> {
  const { privateSchema, clock } = services
  const { over, sections, leaving } = await checkNotices(
    services,
    mail,
    await noticesOf(privateSchema, [mail.id]),
  )
  const template = templateOf(mail.template)
  if (!template || sections.length === 0) return { mail, over }
  const seal = over ? null : await findWitness(services, mail, clock.now())
  if (seal && 'waitUntil' in seal) return { mail, over: unsealed(mail, seal.waitUntil) }
  const written = writeMail(services, mail.template, sections, seal)
  return { mail: await rewriteMail(privateSchema, mail, written, leaving), over }
}

const unsealed = ({ unanswered }: MailRow, dueAt: Instant): Outcome => ({
  ...{ state: 'queued', reply: 'Waits for the log to be sealed', dueAt, unanswered },
})

function outcomeOf(mail: MailRow, delivery: Delivery, now: Instant): Outcome {
  const { state, reply } = delivery
  const again = (unanswered: number): Outcome => ({
    state: 'queued',
    reply,
    dueAt: later(now, pauseMs(mail, now)),
    unanswered,
  })
  switch (state) {
    case 'sent':
    case 'kept':
      return { state, reply, at: now }
    case 'refused':
      return delivery.final ? { state: 'failed', reply } : again(mail.unanswered)
    case 'unknown': {
      const unanswered = mail.unanswered + 1
      return unanswered < HAND_OVERS_MAX ? again(unanswered) : { state: 'unconfirmed', reply }
    }
  }
}

function pauseMs({ attempts, useless_at }: MailRow, now: Instant): number {
  const growing = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20))
  if (useless_at === null) return growing
  const leftMs = Date.parse(useless_at) - Date.parse(now)
  return Math.min(growing, Math.max(FIRST_PAUSE_MS, leftMs / 2))
}
