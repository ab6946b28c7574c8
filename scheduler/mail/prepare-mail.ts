import type { Instant } from '../../domain/event.ts'
import type { OutboxRow } from '../../platform/database/private-schema.ts'
import { type Outcome, rewriteMail } from '../../platform/mail/outbox.ts'
import {
  type MailTopic,
  playersOfMail,
  splitMail,
  TELL_DEEDS,
  toldLater,
} from '../../platform/mail/outbox-players.ts'
import { seasonOfRound } from '../../projections/read-models/rounds.ts'
import type { Services } from '../services.ts'
import { findCause } from './mail-cause.ts'
import { findMailFacts, type MailFacts, type Participant } from './mail-facts.ts'
import { type MailTemplate, templateOf } from './mail-templates.ts'
import { playersTold, writePlayerMail } from './player-mail.ts'
import { recipients } from './recipients.ts'

/** A mail as it should go out now, or why it should not. */
export type Prepared = { mail: OutboxRow } | { over: Outcome }

const GONE = 'the sport, the season or the player is gone'

/**
 * Looks at everything anew just before a mail goes out: addresses, names and the lock time are those of now, who need not
 * be asked any more is left out, and what has become wrong is not sent at all.
 */
export async function prepareMail(services: Services, mail: OutboxRow): Promise<Prepared> {
  const now = services.clock.now()
  const template = templateOf(mail.template)
  if (!template) return isUseless(mail.useless_at, now) ? tooLate : { mail }

  const topic = await topicOf(services, mail)
  const cause = TELL_DEEDS.includes(mail.template) ? await findCause(services, mail.position) : null
  const facts = topic && (await findMailFacts(services.read, topic, cause))
  if (!facts) return skipped(GONE)
  if (!facts.settings.notificationsOn) {
    return { over: { state: 'suppressed', reply: 'Not sent: email notifications are off' } }
  }
  const uselessAt = template.asksForPick ? (facts.round?.locks_at ?? null) : mail.useless_at
  if (isUseless(uselessAt, now)) return tooLate
  const { players, reason } = await sortPlayers(services, mail, template, facts, now)
  const recipient = await oneAddress(services, mail, players, now)
  if (!recipient) return skipped(reason ?? GONE)
  const told = await playersTold(services.privateSchema, topic, mail.id)
  const written = writePlayerMail(services, topic, facts, recipient, { told, uselessAt })
  return { mail: await rewriteMail(services.privateSchema, mail, written) }
}

const isUseless = (uselessAt: Instant | null, now: Instant) => uselessAt !== null && now >= uselessAt

const skipped = (reason: string): Prepared => ({ over: { state: 'skipped', reply: `Not sent: ${reason}` } })

const tooLate = skipped('its time had passed')

/** Mails from before seasons were noted have a round. */
async function topicOf({ read }: Services, { template, season_id, round_id }: OutboxRow) {
  const seasonId = season_id ?? (round_id === null ? null : await seasonOfRound(read, round_id))
  const topic: MailTopic | null = seasonId === null ? null : { template, seasonId, roundId: round_id }
  return topic
}

/** Whom the mail still concerns, and why it does not concern the first of the others. */
async function sortPlayers(
  { privateSchema }: Services,
  mail: OutboxRow,
  template: MailTemplate,
  facts: MailFacts,
  now: Instant,
): Promise<{ players: Participant[]; reason: string | null }> {
  const toldSince = await toldLater(privateSchema, mail, template.replacedBy)
  const players: Participant[] = []
  let reason: string | null = null
  for (const id of await playersOfMail(privateSchema, mail.id)) {
    const player = facts.participants.get(id)
    const against = player ? reasonAgainst(player) : 'the player no longer takes part in the season'
    if (player && against === null) players.push(player)
    else reason ??= against
  }
  return { players, reason }

  function reasonAgainst(player: Participant): string | null {
    if (player.email === null) return 'the player has no email address'
    if (toldSince.has(player.id)) return 'a later mail tells the same'
    return template.reasonToSkip(facts, player, now)
  }
}

/** Those whom this mail goes to. Whoever has another address by now gets a mail of their own. */
async function oneAddress(
  { privateSchema }: Services,
  mail: OutboxRow,
  players: readonly Participant[],
  now: Instant,
): Promise<Participant[] | undefined> {
  const groups = recipients(players)
  const address = mail.recipient_address.toLowerCase()
  const staying = groups.findIndex(([first]) => first?.email?.toLowerCase() === address)
  const [stay] = groups.splice(Math.max(staying, 0), 1)
  for (const group of groups) {
    await splitMail(
      privateSchema,
      mail,
      group.map(({ id }) => id),
      now,
    )
  }
  return stay
}
