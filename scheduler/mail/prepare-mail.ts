import type { Instant } from '../../domain/event.ts'
import { isRewritten, type RewrittenTemplate, TEMPLATES, templatesWith } from '../../domain/mail-templates.ts'
import { comparable } from '../../domain/names.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'
import type { OutboxRow } from '../../platform/database/private-schema.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import { type Outcome, rewriteMail } from '../../platform/mail/outbox.ts'
import {
  hasTold,
  mailsAbout,
  playersByRound,
  skipRoundOfMail,
  splitMail,
} from '../../platform/mail/outbox-players.ts'
import { lastReschedule } from '../../projections/history/rows.ts'
import { seasonOfRound } from '../../projections/league/rounds.ts'
import { currentSettings } from '../../projections/league/settings.ts'
import type { Services } from '../services.ts'
import { findCause } from './mail-cause.ts'
import type { MailFactsOf } from './mail-facts.ts'
import { mayPass, notSent } from './mail-reasons.ts'
import { findWitness } from './mail-witness.ts'
import { MAIL_WRITERS } from './mail-writers.ts'
import { playersOf, playersTold, type Section, sectionsFor, writePlayerMail } from './player-mail.ts'
import { recipients } from './recipients.ts'

export type Sending = Services & { factsOf: MailFactsOf }

export type Prepared = { mail: OutboxRow } | { over: Outcome }

/** `reason`: why it does not concern the first of the others. */
type Sorted = Section & { playerIds: readonly number[]; reason: string | null }

const GONE = 'the sport, the season or the player is gone'
export const TOO_LATE = 'its time had passed'

/** Addresses, names and lock times are those of now; players who need not be asked are left out. */
export async function prepareMail(services: Sending, mail: OutboxRow): Promise<Prepared> {
  const now = services.clock.now()
  const { template } = mail
  if (!isRewritten(template)) return asWritten(services, mail, now)

  const all = await sectionsOf(services, mail, template, now)
  const [first] = all
  if (!first) {
    // An erasure may have taken its text.
    const isTrueStill = TEMPLATES[template].absent && mail.body_text !== ''
    return isTrueStill ? asWritten(services, mail, now) : skipped(GONE)
  }
  if (!first.facts.settings.notificationsOn) return SWITCHED_OFF
  const sections = all.filter(({ players }) => players.length > 0)
  if (sections.length === 0) return skipped(first.reason ?? GONE)
  const seal = await findWitness(services, mail, now)
  if (seal && 'waitUntil' in seal) return unsealed(mail, seal.waitUntil)
  for (const section of all) if (section.players.length === 0) await leaveOut(services, mail, section)
  const recipient = await oneAddress(services, mail, playersOf(sections), now)
  const told = await playersTold(
    services.privateSchema,
    { template, seasonId: first.facts.season.seasonId, roundId: mail.round_id },
    mail.id,
  )
  const written = writePlayerMail(services, template, sectionsFor(sections, recipient), {
    told,
    uselessAt: mail.useless_at,
    seal,
  })
  return { mail: await rewriteMail(services.privateSchema, mail, written) }
}

async function asWritten({ read }: Services, mail: OutboxRow, now: Instant): Promise<Prepared> {
  if (isUseless(mail.useless_at, now)) return skipped(TOO_LATE)
  if (templatesWith('always').includes(mail.template)) return { mail }
  return (await currentSettings(read)).notificationsOn ? { mail } : SWITCHED_OFF
}

export const isUseless = (uselessAt: Instant | null, now: Instant) => uselessAt !== null && now >= uselessAt

const SWITCHED_OFF: Prepared = {
  over: { state: 'suppressed', reply: notSent('email notifications are off') },
}

const skipped = (reason: string): Prepared => ({ over: { state: 'skipped', reply: notSent(reason) } })

const unsealed = ({ unanswered }: OutboxRow, dueAt: Instant): Prepared => ({
  over: { state: 'queued', reply: 'Waits for the log to be sealed', dueAt, unanswered },
})

async function sectionsOf(
  services: Sending,
  mail: OutboxRow,
  template: RewrittenTemplate,
  now: Instant,
): Promise<Sorted[]> {
  const { read, privateSchema, factsOf } = services
  const { deed, asks, replacedBy } = TEMPLATES[template]
  const cause = deed ? await causeNow(services, mail) : null
  const sections: Sorted[] = []
  for (const [roundId, playerIds] of await playersByRound(privateSchema, mail)) {
    // Mails from before seasons were noted have a round.
    const seasonId = mail.season_id ?? (roundId === null ? null : await seasonOfRound(read, roundId))
    const topic = seasonId === null ? null : { template, seasonId, roundId }
    const others = await mailsAbout(privateSchema, { seasonId, roundId }, replacedBy, playerIds)
    const since = template === 'lock-moved' ? untoldSince(mail, others) : mail.position
    const facts = topic && (await factsOf(topic, cause, deed ? since : null))
    if (!facts) continue
    const uselessAt = (asks ? facts.round?.locksAt : null) ?? mail.useless_at
    const sorted = isUseless(uselessAt, now)
      ? { players: [], reason: TOO_LATE }
      : sortPlayers(template, { facts, playerIds, toldLater: toldLater(mail, others) }, now)
    sections.push({ facts, playerIds, ...sorted })
  }
  return sections
}

/** What made the mail necessary: of several moves of a lock the last. */
async function causeNow(services: Services, { template, position, round_id }: OutboxRow) {
  const isMove = template === 'lock-moved' && round_id !== null
  return findCause(services, isMove ? await lastReschedule(services.read, round_id) : position)
}

type Others = Awaited<ReturnType<typeof mailsAbout>>

/** From which event on a mail tells news: others before it may have told its players nothing. */
function untoldSince({ position }: OutboxRow, others: Others): Position | null {
  const earlier = others.filter(
    (one) => one.position !== null && position !== null && one.position < position,
  )
  return earlier[earlier.findLastIndex(hasTold) + 1]?.position ?? position
}

const toldLater = ({ position }: OutboxRow, others: Others): number[] =>
  others
    .filter((one) => one.position !== null && position !== null && one.position > position)
    .flatMap((one) => (hasTold(one) || one.state === 'queued' ? one.player_id : []))

function sortPlayers(
  template: RewrittenTemplate,
  { facts, playerIds, toldLater }: Pick<Sorted, 'facts' | 'playerIds'> & { toldLater: readonly number[] },
  now: Instant,
): Pick<Sorted, 'players' | 'reason'> {
  const players: PresentPlayer[] = []
  let reason: string | null = null
  for (const id of playerIds) {
    const player = facts.participants.get(id)
    const against = player ? reasonAgainst(player) : 'the player no longer takes part in the season'
    if (player && against === null) players.push(player)
    else if (reason === null || (against !== null && mayPass(against))) reason = against
  }
  return { players, reason }

  function reasonAgainst(player: PresentPlayer): string | null {
    if (player.email === null) return 'the player has no email address'
    if (toldLater.includes(player.playerId)) return 'a later mail tells the same'
    return MAIL_WRITERS[template].reasonToSkip(facts, player, now)
  }
}

async function leaveOut(services: Services, mail: OutboxRow, { facts, playerIds, reason }: Sorted) {
  const players = playerIds.flatMap((id) => facts.participants.get(id) ?? [])
  const { season, round } = facts
  if (players.length === 0 || round === null) return
  const sections = [{ facts, players }]
  const written = writePlayerMail(services, 'pick-link', sections, { told: new Set(), uselessAt: null })
  const part = { ...written, seasonId: season.seasonId, roundId: round.roundId }
  await skipRoundOfMail(services.privateSchema, mail, part, notSent(reason ?? GONE))
}

/** Players with another address by now get a mail of their own. */
async function oneAddress(
  { privateSchema }: Services,
  mail: OutboxRow,
  players: readonly PresentPlayer[],
  now: Instant,
): Promise<PresentPlayer[]> {
  const groups = recipients(players)
  const address = comparable(mail.recipient_address)
  const staying = groups.findIndex(([first]) => comparable(first?.email ?? '') === address)
  const [stay = []] = groups.splice(Math.max(staying, 0), 1)
  for (const group of groups) {
    await splitMail(
      privateSchema,
      mail,
      group.map(({ playerId }) => playerId),
      now,
    )
  }
  return stay
}
