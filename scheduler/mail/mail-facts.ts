import { LRUCache } from 'lru-cache'
import type { PresentAdmin } from '../../domain/admins/admin.ts'
import type { Message } from '../../domain/messages/message.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'
import { byLock, isPresent, type PresentRound } from '../../domain/rounds/round.ts'
import { type Honours, honoursOf } from '../../domain/season-story/honours.ts'
import { type Picked, pickedIn } from '../../domain/season-story/picked.ts'
import { type Recap, recapOf } from '../../domain/season-story/recap.ts'
import type { SeasonRules } from '../../domain/seasons/rules.ts'
import { type PresentSeason, rulesInForce, tookPart } from '../../domain/seasons/season.ts'
import { roundIn, roundsIn, seasonStream, type WholeSeason } from '../../domain/seasons/season-stream.ts'
import type { Standing } from '../../domain/seasons/standings.ts'
import type { Settings } from '../../domain/settings/settings.ts'
import { type Chronicle, openChronicle } from '../../platform/event-store/chronicle.ts'
import type { Topic } from '../../platform/mail/notices.ts'
import { loadSeason, type SeasonView } from '../../projections/boards/season-facts.ts'
import { tablesMark } from '../../projections/engine/checkpoint.ts'
import { roundsToRemind } from '../../projections/now/reminders.ts'
import { findRounds, pickersOf } from '../../projections/now/rounds.ts'
import { currentSettings } from '../../projections/now/settings.ts'
import { eventsOfSeason } from '../../projections/past/events.ts'
import { loadRecord, type SeasonSources } from '../../projections/past/season-past.ts'
import { askAtOneMoment } from '../../projections/read-models/asking.ts'
import { findDocument, findDocuments } from '../../projections/read-models/find-documents.ts'
import {
  countingGuesses,
  countingVersions,
  type PickVersionRow,
} from '../../projections/read-models/picks.ts'
import type { Read } from '../../projections/read-models/read-tables.ts'
import { aroundRules, type Before, beforeCorrection } from './mail-before.ts'
import type { Cause } from './mail-cause.ts'
import type { MailFact } from './mails/template.ts'
import { playersByAddress } from './recipients.ts'

export type MailFacts = {
  settings: Settings
  season: PresentSeason
  round: PresentRound | null
  /** Deleted for ever since. Season and sport are as they were then, and their picks and pages are gone. */
  isPurged: boolean
  /** Whoever ever took part. */
  players: ReadonlyMap<number, PresentPlayer>
  picks: ReadonlyMap<number, readonly string[]>
  /** Before what the mail tells of. */
  formerPicks: ReadonlyMap<number, readonly string[]>
  versions: ReadonlyMap<number, Version>
  /** The last of each player's own. Empty for mails that do not tell. */
  saves: ReadonlyMap<number, Version>
  guesses: ReadonlyMap<number, number | null>
  /** Null for mails that do not compare. */
  formerGuesses: ReadonlyMap<number, number | null> | null
  /** Now, or right after the change that the mail tells of. */
  rules: SeasonRules
  standings: readonly Standing[]
  rounds: readonly PresentRound[]
  ranksBefore: ReadonlyMap<number, number>
  before: Before | null
  /** As its readers know it; null for mails that show no difference. */
  seasonBefore: PresentSeason | null
  roundBefore: PresentRound | null
  sports: readonly PresentRound[]
  /** All active players of an address. Empty for mails without the link to their page. */
  homes: ReadonlyMap<string, readonly PresentPlayer[]>
  deed: { type: string | null; by: string; reason: string | null }
  /** Other open sports, also of other seasons, and who has not picked there. */
  elsewhere: readonly Elsewhere[]
  /** Null for other mails, and where an erasure has dropped it. */
  message: MailedMessage | null
  /** These three are null for mails that do not tell them. */
  picked: Picked | null
  recap: Recap | null
  honours: Honours | null
}

type Elsewhere = { round: PresentRound; playerIds: readonly number[] }

/** `replyTo`: an address. */
export type MailedMessage = { subject: string; text: string; replyTo: string | null; isWithdrawn: boolean }

export type Version = Pick<PickVersionRow, 'made_at' | 'made_by' | 'receipt' | 'reason'> & {
  pickedAs: readonly string[]
}

type MailSubject = Topic & { needs?: readonly MailFact[] }

const tells = ({ needs }: MailSubject, fact: MailFact): boolean => needs?.includes(fact) ?? false

/** Null when season or round are gone. */
export async function findMailFacts(
  { read, store }: SeasonSources,
  subject: MailSubject,
  cause: Cause | null = null,
): Promise<MailFacts | null> {
  const tables = (past: WholeSeason | null) =>
    askAtOneMoment(read, (moment) => readTables(moment.read, subject, cause, past))
  const past = async () =>
    tells(subject, 'purged') ? tables(await seasonAfter(openChronicle(store), subject, cause)) : null
  const found = (await tables(null)) ?? (await past())
  if (found === null) return null
  const { document, isPurged, round, settings, players, versions, former, guesses, wholeSeason, doer } = found
  const then = await seasonBefore(openChronicle(store), subject, cause)
  const roundBefore = roundIn(then, subject.roundId ?? 0)
  return {
    settings,
    rules: rulesInForce(document.season, settings),
    season: document.season,
    round,
    isPurged,
    players,
    picks: new Map(versions.map(({ player_id, picks }) => [player_id, picks])),
    formerPicks: new Map(former?.picks.map(({ player_id, picks }) => [player_id, picks])),
    versions: new Map(versions.map((version) => [version.player_id, version])),
    saves: new Map(found.saves.map((version) => [version.player_id, version])),
    guesses: new Map(guesses.map(({ player_id, guess }) => [player_id, guess])),
    formerGuesses: former && new Map(former.guesses.map(({ player_id, guess }) => [player_id, guess])),
    ...(await reckon({ read, store }, wholeSeason, subject, cause)),
    picked: wholeSeason && round && tells(subject, 'picked') ? pickedIn(wholeSeason, round) : null,
    recap: wholeSeason && tells(subject, 'recap') ? recapOf(wholeSeason) : null,
    honours: wholeSeason && tells(subject, 'honours') ? honoursOf(wholeSeason) : null,
    seasonBefore: 'name' in then.season ? then.season : null,
    roundBefore: isPresent(roundBefore) ? roundBefore : null,
    sports: roundsIn(document),
    homes: found.homes,
    deed: { type: cause?.type ?? null, by: doer?.name ?? 'An admin', reason: cause?.reason ?? null },
    elsewhere: found.elsewhere,
    message:
      cause && tells(subject, 'message') ? await mailedMessage(openChronicle(store), cause, doer) : null,
  }
}

/** Not the log: an embedded database answers nobody else until this is over. */
async function readTables(read: Read, subject: MailSubject, cause: Cause | null, past: WholeSeason | null) {
  const { seasonId, roundId } = subject
  const document = past ?? (await findDocument(read, 'season', seasonId))
  const round = roundId === null ? null : document && roundIn(document, roundId)
  if (document === null || (round !== null && !isPresent(round))) return null
  const settings = await currentSettings(read)
  return {
    document,
    isPurged: past !== null,
    round,
    settings,
    players: await everybodyIn(read, document),
    versions: round === null ? [] : await countingVersions(read, round),
    saves: round && tells(subject, 'saves') ? await countingVersions(read, round, 'own') : [],
    former: round && cause && tells(subject, 'entry') ? await formerly(read, round, cause) : null,
    guesses: round?.tieBreak ? await countingGuesses(read, round) : [],
    wholeSeason: WHOLE_SEASON.some((fact) => tells(subject, fact)) ? await loadSeason(read, seasonId) : null,
    doer: cause?.actor.kind === 'admin' ? await findDocument(read, 'admin', cause.actor.id) : null,
    homes: tells(subject, 'homes') ? await playersByAddress(read) : new Map<string, PresentPlayer[]>(),
    elsewhere: tells(subject, 'elsewhere') ? await openElsewhere(read, roundId, settings) : [],
  }
}

const WHOLE_SEASON: readonly MailFact[] = ['standings', 'picked', 'recap', 'honours']

/** Of no use where each reminder tells of one sport. */
async function openElsewhere(read: Read, own: number | null, { reminderGrouping }: Settings) {
  if (reminderGrouping === 'per_sport') return []
  const { rounds } = await roundsToRemind(read, '')
  const ids = rounds.map(({ roundId }) => roundId).filter((roundId) => roundId !== own)
  const others = (await findRounds(read, ids)).toSorted(({ round: one }, { round: other }) =>
    byLock(one, other),
  )
  const pickers = await pickersOf(read, others)
  return others.map((found): Elsewhere => {
    const missing = pickers(found).filter(({ hasPicked }) => !hasPicked)
    return { round: found.round, playerIds: missing.map(({ player }) => player.playerId) }
  })
}

const formerly = async (read: Read, round: PresentRound, { position: before, since }: Cause) => ({
  picks: await countingVersions(read, round, { before, since }),
  guesses: await countingGuesses(read, round, { before, since }),
})

/** Right after what the mail tells of. */
async function seasonAfter(
  chronicle: Chronicle,
  subject: MailSubject,
  cause: Cause | null,
): Promise<WholeSeason | null> {
  if (cause === null) return null
  const chapters = await chronicle.ofSeason(subject.seasonId)
  const after = chapters.findLast(({ event }) => event.position <= cause.position)?.after
  return after && 'name' in after.season ? { ...after, season: after.season } : null
}

/** What its readers read last. */
async function seasonBefore(chronicle: Chronicle, subject: MailSubject, cause: Cause | null) {
  return cause && tells(subject, 'before')
    ? chronicle.before(seasonStream, [subject.seasonId], cause.since)
    : seasonStream.initial
}

export type MailFactsOf = (subject: MailSubject, cause: Cause | null) => Promise<MailFacts | null>

const BYTES_MAX = 32_000_000
const BYTES_OF_CELL = 100

/** Mails that go out together share facts while the tables do not move. Then they go: they hold addresses and guesses. */
export function keepMailFacts({ read, store }: SeasonSources): MailFactsOf {
  let [checkpoint, kept] = ['', nothingKept()]
  return async (subject, cause) => {
    // The checkpoint comes first: what is read after it can only be newer.
    const now = await tablesMark(read)
    if (now !== checkpoint) [checkpoint, kept] = [now, nothingKept()]
    const context: Find = () => findMailFacts({ read, store }, subject, cause)
    return (await kept.fetch(JSON.stringify([subject, cause]), { context })) ?? null
  }
}

type Find = () => Promise<MailFacts | null>

const nothingKept = () =>
  new LRUCache<string, MailFacts, Find>({
    maxSize: BYTES_MAX,
    ignoreFetchAbort: true,
    sizeCalculation: ({ players, rounds }) =>
      Math.max(1, players.size * (rounds.length + 10) * BYTES_OF_CELL),
    fetchMethod: async (_key, _stale, { context: find }) => (await find()) ?? undefined,
  })

const everybodyIn = (read: Read, { season }: WholeSeason): Promise<ReadonlyMap<number, PresentPlayer>> =>
  findDocuments(read, 'player', tookPart(season))

async function reckon(
  sources: SeasonSources,
  season: SeasonView | null,
  subject: MailSubject,
  cause: Cause | null,
): Promise<Pick<MailFacts, 'standings' | 'rounds' | 'ranksBefore' | 'before'> & { rules?: SeasonRules }> {
  if (season === null) return { standings: [], rounds: [], ranksBefore: new Map(), before: null }
  const { seasonId, roundId } = subject
  const record = cause && tells(subject, 'rules') ? await loadRecord(sources, seasonId) : null
  if (cause === null || record === null) {
    const { table, rounds, ranksBefore } = season
    const news = (await eventsOfSeason(sources.read, seasonId, ['RoundCompleted'])).filter(
      ({ round_id, position }) => round_id === roundId && position >= (cause?.since ?? ''),
    )
    const before = roundId === null ? null : beforeCorrection(season, roundId, news.length)
    return { standings: table, rounds, ranksBefore: ranksBefore().ranks, before }
  }
  const { after, before } = await aroundRules(sources.read, record, cause)
  const ranks = before?.standings.map(({ playerId, rank }) => [playerId, rank] as const)
  const { table, rounds, facts } = after
  return { standings: table, rounds, rules: facts.rules, ranksBefore: new Map(ranks), before }
}

async function mailedMessage(
  { of }: Chronicle,
  { stream }: Cause,
  doer: PresentAdmin | null,
): Promise<MailedMessage | null> {
  const sent = (await of(stream)).at(-1)?.after as Message | undefined
  if (sent === undefined || sent.status === 'missing') return null
  const { subject, text, status, replyTo } = sent
  return { subject, text, replyTo: replyTo && doer ? doer.email : null, isWithdrawn: status === 'withdrawn' }
}
