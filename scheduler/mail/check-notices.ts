import type { Instant } from '../../domain/event.ts'
import { wantsMail } from '../../domain/mail-topics.ts'
import { comparable } from '../../domain/names.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'
import type { MailRow, NoticeRow } from '../../platform/database/private-schema.ts'
import { type Position, START } from '../../platform/event-store/event-store.ts'
import { groupedBy, type NotEmpty } from '../../platform/grouped.ts'
import type { Outcome } from '../../platform/mail/mails.ts'
import { mayHaveArrived, type NoticeOutcome, type Topic } from '../../platform/mail/notices.ts'
import { lastReschedule } from '../../projections/now/rounds.ts'
import type { Services } from '../services.ts'
import { findCause } from './mail-cause.ts'
import type { MailFactsOf } from './mail-facts.ts'
import { isTemporary, notSent, TEMPORARY } from './mail-reasons.ts'
import { isMadeFrom, isRewritten, templateOf } from './mail-templates.ts'
import { TOPICS } from './mails/topics.ts'
import { recipients } from './recipients.ts'
import type { Section } from './write-mail.ts'

export type Checking = Pick<Services, 'read' | 'store' | 'clock'> & {
  factsOf: MailFactsOf
  othersOf: (
    topic: Topic,
    templates: readonly string[],
    playerIds: readonly number[],
  ) => Promise<readonly NoticeOutcome[]>
}

type Checked = {
  sections: readonly Section[]
  /** Why it does not go out. */
  over: Outcome | null
  /** What leaves the mail: skipped, or let go because its player has moved. */
  leaving: readonly NoticeRow[]
}

export const TOO_LATE = 'its time had passed'
const GONE = 'the sport, the season or the player is gone'

/** Of which notices a mail tells, by the addresses, names and lock times of now. */
export async function checkNotices(
  services: Checking,
  mail: MailRow,
  notices: readonly NoticeRow[],
): Promise<Checked> {
  const now = services.clock.now()
  if (!isRewritten(mail.template))
    return { sections: [], over: isUseless(mail.useless_at, now) ? skipped(TOO_LATE) : null, leaving: [] }
  const all: Verdicts[] = []
  for (const occasion of groupedBy(notices, ({ occasion }) => occasion)) {
    const verdicts = await verdictsOn(services, mail, occasion, now)
    if (verdicts) all.push(verdicts)
  }
  const [first] = all
  if (!first) return { sections: [], over: skipped(GONE), leaving: [] }
  const staying = playersAt(
    mail,
    all.flatMap(({ right }) => right.map(({ player }) => player)),
  )
  const sections = all.flatMap(({ right, ...section }): Section[] => {
    const players = right.map(({ player }) => player).filter(({ playerId }) => staying.has(playerId))
    return players.length === 0 ? [] : [{ ...section, players }]
  })
  if (!first.facts.settings.notificationsOn && !templateOf(mail.template)?.always)
    return { sections, over: SWITCHED_OFF, leaving: [] }
  if (sections.length === 0) return { sections, over: skipped(reasonOf(all)), leaving: [] }
  return { sections, over: null, leaving: all.flatMap((verdicts) => leavingOf(verdicts, staying, now)) }
}

type Verdicts = Omit<Section, 'players'> & {
  right: readonly { notice: NoticeRow; player: PresentPlayer }[]
  wrong: readonly { notice: NoticeRow; reason: string }[]
}

const leavingOf = ({ right, wrong }: Verdicts, staying: ReadonlySet<number>, now: Instant): NoticeRow[] => [
  ...wrong.map(({ notice, reason }) => ({ ...notice, state: 'skipped' as const, reply: notSent(reason) })),
  ...right
    .filter(({ player }) => !staying.has(player.playerId))
    .map(({ notice }) => ({ ...notice, mail_id: null, due_at: now })),
]

/** What may pass comes first: then the mail goes out when it has passed. */
function reasonOf(all: readonly Verdicts[]): string {
  const reasons = all.flatMap(({ wrong }) => wrong.map(({ reason }) => reason))
  return reasons.findLast(isTemporary) ?? reasons[0] ?? GONE
}

/** Null when season or round are gone. */
async function verdictsOn(
  services: Checking,
  mail: MailRow,
  notices: NotEmpty<NoticeRow>,
  now: Instant,
): Promise<Verdicts | null> {
  const [{ template, season_id: seasonId, round_id: roundId, position, useless_at }] = notices
  const { replacedBy = [], useless, topic, facts: needs = [] } = templateOf(template) ?? {}
  const playerIds = notices.map(({ player_id }) => player_id)
  const others = await services.othersOf({ seasonId, roundId }, replacedBy, playerIds)
  const cause = isMadeFrom(template, 'deed')
    ? await causeNow(services, template, notices[0], newsSince(position, others))
    : null
  const facts = await services.factsOf({ seasonId, roundId, needs }, cause)
  if (!facts) return null
  const uselessAt = useless_at ?? facts.round?.locksAt ?? null
  const toldBy = otherMails(notices[0], others)
  const reasonAgainst = (player: PresentPlayer): string | null => {
    if (player.email === null) return TEMPORARY.noAddress
    const reason = toldBy.get(player.playerId) ?? useless?.(facts, player, now) ?? null
    return reason ?? (topic && !wantsMail(player, topic) ? TOPICS[topic].declined : null)
  }
  const right: { notice: NoticeRow; player: PresentPlayer }[] = []
  const wrong: { notice: NoticeRow; reason: string }[] = []
  for (const notice of notices) {
    const player = facts.players.get(notice.player_id)
    const reason = isUseless(uselessAt, now)
      ? TOO_LATE
      : player
        ? reasonAgainst(player)
        : TEMPORARY.noParticipant
    if (player && reason === null) right.push({ notice, player })
    else wrong.push({ notice, reason: reason ?? GONE })
  }
  const isAgain = others.some(
    (other) =>
      other.template === template &&
      mayHaveArrived(other) &&
      other.mail_id !== mail.id &&
      right.some(({ player }) => player.playerId === other.player_id),
  )
  return { facts, uselessAt, isAgain, right, wrong }
}

/** A later mail tells a player what an earlier one would have. On one day it is the first that tells it. */
function otherMails({ position, day }: NoticeRow, others: readonly NoticeOutcome[]) {
  const reasons = new Map<number, string>()
  for (const other of others) {
    if (!mayHaveArrived(other) && other.state !== 'queued') continue
    const isBefore = other.position < position
    const isLater = day === null || other.day === null ? other.position > position : other.day > day
    if (isLater) reasons.set(other.player_id, 'a later mail says the same')
    else if (isBefore && day !== null && other.day === day)
      reasons.set(other.player_id, 'an earlier mail of that day says the same')
  }
  return reasons
}

/** What made the mail necessary: of several moves of a lock the last. */
async function causeNow(
  services: Checking,
  template: string,
  { position, round_id }: NoticeRow,
  since: Position,
) {
  const isMove = template === 'lock-moved' && round_id !== null
  return findCause(services, isMove ? await lastReschedule(services.read, round_id) : position, since)
}

/** The first event that is news to the players: earlier mails about the same may not have reached them. */
function newsSince(position: Position, others: readonly NoticeOutcome[]): Position {
  const earlier = others
    .filter((other) => other.position < position)
    .toSorted((one, other) => (one.position < other.position ? -1 : 1))
  const lastArrived = earlier.findLast(mayHaveArrived)?.position ?? START
  return earlier.find((other) => other.position > lastArrived)?.position ?? position
}

/** Where nobody is at the address of a mail any more, it follows the first who has moved. */
function playersAt(
  { recipient_address: address, template }: MailRow,
  players: readonly PresentPlayer[],
): ReadonlySet<number> {
  const unique = new Map(players.map((player) => [player.playerId, player]))
  const groups = recipients([...unique.values()], templateOf(template)?.readersMax)
  const staying = groups.find(([{ email }]) => comparable(email ?? '') === comparable(address)) ?? groups[0]
  return new Set(staying?.map(({ playerId }) => playerId))
}

export const isUseless = (uselessAt: Instant | null, now: Instant) => uselessAt !== null && now >= uselessAt

const SWITCHED_OFF: Outcome = { state: 'suppressed', reply: notSent(TEMPORARY.switchedOff) }

const skipped = (reason: string): Outcome => ({ state: 'skipped', reply: notSent(reason) })
