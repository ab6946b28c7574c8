import type { Instant } from '../../domain/event.ts'
import { firstResults } from '../../domain/rounds/published-results.ts'
import { type PresentRound, statusAt } from '../../domain/rounds/round.ts'
import {
  factsOf,
  roundsCorrected,
  roundsInPlay,
  type SeasonPast,
  seasonPast,
} from '../../domain/seasons/season-past.ts'
import { type Position, START } from '../../platform/event-store/event-store.ts'
import type { Read } from '../engine/read-model.ts'
import type { BoardMark } from '../read-models/leaderboards.ts'
import { countingPicks } from '../read-models/picks.ts'
import { type LoggedEntry, seasonTimeline } from '../read-models/season-timeline.ts'
import type { BoardCache } from './board-cache.ts'
import { guessesIn, lookup, type SeasonSnapshot } from './season-facts.ts'

/** A season with all that ever happened in it, ready to be looked at as it stood at any point. */
export type SeasonRecord = {
  seasonId: number
  timeline: readonly LoggedEntry[]
  today: SeasonPast
  /** Of everybody who ever took part and is still there, by today's name. */
  names: ReadonlyMap<number, string>
}

/** A point of the log, and the time by which its rounds are locked or not. */
export type PointInLog = { position: Position; at: Instant }

/** Null when the season does not exist. */
export async function loadRecord(read: Read, seasonId: number): Promise<SeasonRecord | null> {
  const timeline = withErasuresFirst(await seasonTimeline(read, seasonId))
  if (timeline.length === 0) return null
  return {
    seasonId,
    timeline,
    today: seasonPast(timeline),
    names: await namesOf(read, timeline),
  }
}

/** What an erasure tells of the time before it belongs to every past: the events that told it then are gone. */
function withErasuresFirst(timeline: readonly LoggedEntry[]): LoggedEntry[] {
  const isErasure = ({ event }: LoggedEntry) => event.type === 'PlayerErased'
  return [
    ...timeline.filter(isErasure).map((entry) => ({ ...entry, position: START })),
    ...timeline.filter((entry) => !isErasure(entry)),
  ]
}

const BYTES_OF_ENTRY = 500

/** The same, kept until the season moves. */
export const keptSeasonRecord = (
  { read, cache }: { read: Read; cache: BoardCache },
  { seasonId, generation, position }: BoardMark,
): Promise<SeasonRecord | null> =>
  cache(
    `record ${seasonId} ${generation}-${position}`,
    () => loadRecord(read, seasonId),
    ({ timeline }) => timeline.length * BYTES_OF_ENTRY,
  )

export function recordUntil({ timeline }: SeasonRecord, until: Position): SeasonPast {
  return seasonPast(timeline.filter(({ position }) => position <= until))
}

/** The season as it would stand after a past of its own, with all picks that count today. */
export function seasonAsIn(
  read: Read,
  record: SeasonRecord,
  past: SeasonPast,
  now: Instant,
): Promise<SeasonSnapshot> {
  return snapshot(read, record, past, roundsInPlay(past, now))
}

/** The season with the results, points and participants that were known at that point. */
export function seasonThen(read: Read, record: SeasonRecord, point: PointInLog): Promise<SeasonSnapshot> {
  const past = recordUntil(record, point.position)
  return snapshot(read, record, past, roundsInPlay(past, point.at), point.position)
}

/** The season right before an entry of its timeline. */
export function seasonBefore(
  read: Read,
  record: SeasonRecord,
  { position, at }: PointInLog,
): Promise<SeasonSnapshot> {
  const past = seasonPast(record.timeline.filter((entry) => entry.position < position))
  return snapshot(read, record, past, roundsInPlay(past, at), position)
}

/** The season with all that is known today, but only for the rounds that had been completed by that point. */
export function seasonCorrected(
  read: Read,
  record: SeasonRecord,
  point: PointInLog,
): Promise<SeasonSnapshot> {
  const { today } = record
  const then = recordUntil(record, point.position)
  const rounds = roundsCorrected(then, today, point.at)
  // As if the results of today had been the first, unless these are the results of then.
  const isLatest = then.results.length === today.results.length
  const results = isLatest ? today.results : firstResults(today.results)
  return snapshot(read, record, { ...today, results }, rounds)
}

/** Whether a round of the season is open for picks at this moment, so that no pick of it may be shown. */
export function sealedNow({ today }: SeasonRecord, now: Instant): (roundId: number) => boolean {
  return (roundId) => {
    const state = today.rounds.get(roundId)
    if (state === undefined || !('deletedAt' in state)) return true
    const status = statusAt(state, now)
    return status === 'draft' || status === 'active'
  }
}

async function snapshot(
  read: Read,
  { names }: SeasonRecord,
  past: SeasonPast,
  rounds: readonly PresentRound[],
  until?: Position,
): Promise<SeasonSnapshot> {
  const picks = await countingPicks(read, rounds, until)
  const facts = factsOf(past, rounds, { picksOf: lookup(picks), nameOf: (playerId) => names.get(playerId) })
  return {
    rounds: rounds.map(boardRound),
    facts: { ...facts, guessOf: await guessesIn(read, facts.rounds, until) },
    results: past.results,
  }
}

const boardRound = (state: PresentRound) => ({
  id: state.roundId,
  season_id: state.seasonId,
  sport_name: state.sportName,
  status: state.status,
  places: state.status === 'completed' ? state.result.places : {},
  locks_at: state.locksAt,
  time_zone: state.timeZone,
  weight: state.weight,
  tie_break_question: state.tieBreak?.question ?? null,
  tie_break_unit: state.tieBreak?.unit ?? null,
  cancelled_at: state.cancelledAt,
  cancelled_reason: null,
  slot_names: state.slotNames ? [...state.slotNames] : null,
})

async function namesOf(read: Read, timeline: readonly LoggedEntry[]): Promise<Map<number, string>> {
  const ids = timeline.flatMap(({ event }) => (event.type === 'ParticipantAdded' ? event.data.playerId : []))
  if (ids.length === 0) return new Map()
  const rows = await read
    .selectFrom('players')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
