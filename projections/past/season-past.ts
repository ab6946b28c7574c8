import type { Instant } from '../../domain/event.ts'
import { firstResults } from '../../domain/rounds/published-results.ts'
import type { PresentRound } from '../../domain/rounds/round.ts'
import type { SeasonRules } from '../../domain/seasons/rules.ts'
import { rulesInForce, tookPart } from '../../domain/seasons/season.ts'
import {
  factsOf,
  presentRounds,
  roundsCorrected,
  type SeasonPast,
  seasonPast,
  type TimelineEvent,
} from '../../domain/seasons/season-past.ts'
import {
  ranksBeforeLastResult,
  type SeasonFacts,
  type Standing,
  standings,
} from '../../domain/seasons/standings.ts'
import type { Cache } from '../../platform/cache.ts'
import type { EventStore, Position } from '../../platform/event-store/event-store.ts'
import { type SeasonView, WITHOUT_MARKS } from '../boards/season-facts.ts'
import { guessesOf } from '../points/count-points.ts'
import { findSeasonDocuments, type SeasonDocuments } from '../points/season-documents.ts'
import { asking } from '../read-models/asking.ts'
import type { BoardMark } from '../read-models/boards.ts'
import { countingRows, type GuessOfPlayer, type PickOfPlayer, picksFrom } from '../read-models/picks.ts'
import type { Read } from '../read-models/read-tables.ts'
import { type LoggedChange, seasonTimeline } from './season-timeline.ts'

/** What is known today comes from the read tables, and the past from the log. */
export type SeasonSources = { read: Read; store: Pick<EventStore, 'read'> }

export type SeasonRecord = SeasonDocuments & { seasonId: number; timeline: readonly LoggedChange[] }

export type PointInLog = { position: Position; at: Instant }

/** Null when the season does not exist. Its past is read from the log: throws EventStoreUnavailable. */
export async function loadRecord(
  { read, store }: SeasonSources,
  seasonId: number,
): Promise<SeasonRecord | null> {
  const found = await findSeasonDocuments(asking(read), seasonId, tookPart)
  if (found === null) return null
  const timeline = await seasonTimeline(store, seasonId, found.positions)
  return timeline.some(({ type }) => type === 'SeasonCreated') ? { ...found, seasonId, timeline } : null
}

const BYTES_OF_ENTRY = 500

export const keptSeasonRecord = (
  services: SeasonSources & { cache: Cache },
  { seasonId, generation, position }: BoardMark,
): Promise<SeasonRecord | null> =>
  services.cache(
    `record ${seasonId} ${generation}-${position}`,
    () => loadRecord(services, seasonId),
    ({ timeline }) => timeline.length * BYTES_OF_ENTRY,
  )

export function pastsAt(
  { timeline, players }: SeasonRecord,
  places: readonly Position[],
): (place: Position) => SeasonPast {
  const pasts = new Map<Position, SeasonPast>()
  const activity = [...players.values()].flatMap((player) => player.activity)
  let past = seasonPast([])
  let [from, active] = [0, 0]
  for (const place of [...new Set(places)].sort()) {
    const countUntil = (all: readonly { position: Position }[]) =>
      all.filter(({ position }) => position <= place).length
    const [until, known] = [countUntil(timeline), countUntil(activity)]
    // Another object wherever a table may differ.
    if (until > from || known > active) past = { ...seasonPast(timeline.slice(from, until), past) }
    from = until
    active = known
    pasts.set(place, past)
  }
  return (place) => pasts.get(place) ?? past
}

type Moment =
  | 'now'
  | { supposed: Supposed }
  /** With the results, points and participants that were known there. */
  | { position: Position }
  /** With all that is known today, but only for the rounds that had been completed there. */
  | { corrected: Position }
  /** With all that is known today, counted by the rules and weights that were in force there. */
  | { rules: Position }

export type Supposed = {
  timeline: readonly TimelineEvent[]
  picks?: readonly PickOfPlayer[]
  guesses?: readonly GuessOfPlayer[]
}

export async function seasonAt(read: Read, record: SeasonRecord, moment: Moment): Promise<SeasonView> {
  const { past, rounds, until, rules } = lookBack(record, moment)
  const counted = factsOf(past, rounds, {
    picksOf: picksFrom(await countingRows(read, rounds, until), rounds),
    guessOf: await guessesOf(asking(read), rounds, until),
    players: record.players,
    ...(until !== undefined && { until }),
  })
  const made = moment !== 'now' && 'supposed' in moment ? withSupposed(counted, moment.supposed) : counted
  const facts = rules ? { ...made, rules } : made
  const { results } = past
  const ranksBefore = () => ranksBeforeLastResult(facts, results)
  const { picksSealed } = record.today.season
  const hasEnded = past.season.status === 'ended'
  const table = standings(facts)
  return { ...WITHOUT_MARKS, picksSealed, rounds, facts, results, table, hasEnded, ranksBefore }
}

type LookBack = {
  past: SeasonPast
  rounds: readonly PresentRound[]
  until?: Position
  rules?: SeasonRules
}

function lookBack(record: SeasonRecord, moment: Moment): LookBack {
  const { today } = record
  if (moment === 'now') return { past: today, rounds: presentRounds(today) }
  if ('position' in moment) {
    const past = pastAt(record, moment.position)
    return { past, rounds: presentRounds(past), until: moment.position }
  }
  if ('corrected' in moment) {
    const then = pastAt(record, moment.corrected)
    // As if the results of today had been the first, unless these are the results of then.
    const isLatest = then.results.length === today.results.length
    const past = isLatest ? today : { ...today, results: firstResults(today.results) }
    return { past, rounds: roundsCorrected(then, today) }
  }
  if ('rules' in moment) {
    const { rounds, season, settings } = pastAt(record, moment.rules)
    const weighted = presentRounds(today).map((round) => {
      const then = rounds.get(round.roundId)
      return then && 'weight' in then ? { ...round, weight: then.weight } : round
    })
    return { past: today, rounds: weighted, rules: rulesInForce(season, settings) }
  }
  const past = seasonPast(moment.supposed.timeline, today)
  return { past, rounds: presentRounds(past) }
}

const pastAt = (record: SeasonRecord, place: Position) => pastsAt(record, [place])(place)

function withSupposed(facts: SeasonFacts, { picks = [], guesses = [] }: Supposed): SeasonFacts {
  type Cell = { round_id: number; player_id: number }
  const isOf = (roundId: number, playerId: number) => (one: Cell) =>
    one.round_id === roundId && one.player_id === playerId
  return {
    ...facts,
    picksOf: (...cell) => picks.find(isOf(...cell))?.picks ?? facts.picksOf(...cell),
    guessOf: (...cell) => {
      const found = guesses.find(isOf(...cell))
      return found ? found.guess : facts.guessOf(...cell)
    },
  }
}

export type StandingsAround = { before: readonly Standing[]; after: readonly Standing[] }

export async function tablesAround(
  read: Read,
  record: SeasonRecord,
  position: Position,
): Promise<StandingsAround> {
  const before = await seasonAt(read, record, { position: await positionBefore(read, position) })
  const after = await seasonAt(read, record, { position })
  return { before: before.table, after: after.table }
}

export async function positionBefore(read: Read, position: Position): Promise<Position> {
  const { last } = await read
    .selectFrom('history')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('position', '<', position)
    .executeTakeFirstOrThrow()
  return last ?? ''
}
