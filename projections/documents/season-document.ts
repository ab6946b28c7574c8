import type { Instant } from '../../domain/event.ts'
import type { PublishedResult } from '../../domain/rounds/published-results.ts'
import type { PresentRound, Round, RoundEvent, RoundResult } from '../../domain/rounds/round.ts'
import { NAMED_PLACES } from '../../domain/seasons/points.ts'
import { isPlayed, type PresentSeason, type SeasonEvent } from '../../domain/seasons/season.ts'
import { resultsAfter } from '../../domain/seasons/season-past.ts'
import { isRoundEvent, type SeasonAndRounds, seasonStream } from '../../domain/seasons/season-stream.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import type { LoggedEvent } from '../engine/logged-event.ts'

export type SeasonDocument = SeasonAndRounds & {
  season: PresentSeason
  createdAt: Instant
  updatedAt: Instant
  armedAt: Instant | null
  addedAt: ReadonlyMap<number, Instant>
  /** Who took part and who no longer did, in the order of the log. */
  participations: readonly Participation[]
  results: readonly PublishedResult[]
}

type Participation = { position: Position; at: Instant; playerId: number; is: boolean }

export function evolveSeason(
  document: SeasonDocument | null,
  event: LoggedEvent & (SeasonEvent | RoundEvent),
): SeasonDocument | null {
  const { position, metadata } = event
  const at = metadata.occurredAt
  const { season, rounds } = seasonStream.evolve(document ?? seasonStream.initial, event)
  if (season.status === 'missing' || season.status === 'purged') return null
  if (document === null) {
    const nobody = { addedAt: new Map(), participations: [], results: [] }
    return { season, rounds, createdAt: at, updatedAt: at, armedAt: null, ...nobody }
  }
  const next = { ...document, season, rounds }
  if (isRoundEvent(event)) return { ...next, results: resultsIn(document.results, event, next) }
  if (event.type === 'ParticipantAdded' || event.type === 'ParticipantRemoved') {
    const { playerId } = event.data
    const is = event.type === 'ParticipantAdded'
    const addedAt = new Map(document.addedAt)
    if (is) addedAt.set(playerId, at)
    else addedAt.delete(playerId)
    return { ...next, addedAt, participations: [...document.participations, { position, at, playerId, is }] }
  }
  return { ...next, updatedAt: at, armedAt: event.type === 'SeasonActivated' ? at : document.armedAt }
}

/** Of a round that was purged, the past is gone as well. */
function resultsIn(
  results: readonly PublishedResult[],
  event: RoundEvent,
  now: SeasonAndRounds,
): readonly PublishedResult[] {
  const { roundId } = event.data
  if (event.type !== 'RoundPurged') return resultsAfter(results, event, now)
  return results
    .filter((one) => one.roundId !== roundId)
    .map((one) => (one.without ? { ...one, without: one.without.filter((id) => id !== roundId) } : one))
}

export const isPresent = (round: Round): round is PresentRound => 'locksAt' in round

export const roundsIn = ({ rounds }: SeasonAndRounds): PresentRound[] =>
  [...rounds.values()].filter(isPresent)

export function dueAt({ season, rounds }: SeasonDocument): Instant | null {
  const instants = [...rounds.values()].flatMap((round) => {
    if (!('locksAt' in round) || round.deletedAt !== null || round.cancelledAt !== null) return []
    if (round.status === 'active') return round.locksAt
    return round.status === 'draft' && season.deletedAt === null ? opensAt(round) : []
  })
  return instants.toSorted()[0] ?? null
}

const opensAt = ({ opening }: PresentRound) =>
  opening === null || opening.failed !== null ? [] : opening.opensAt

export const playedSince = ({ season, armedAt, createdAt }: SeasonDocument): Instant | null =>
  isPlayed(season) ? (armedAt ?? createdAt) : null

export type StoredSeason = ReturnType<typeof storedSeason>

/** A published result is stored once where its round still has it. */
export function storedSeason({ season, rounds, addedAt, results, ...rest }: SeasonDocument) {
  return {
    season: { ...season, participants: [...season.participants] },
    rounds: [...rounds].map(([id, round]) => [id, storedRound(round)] as const),
    addedAt: [...addedAt],
    results: results.map(({ result, ...one }) => ({
      ...one,
      result: result === resultIn(rounds, one.roundId) ? null : storedResult(result),
    })),
    ...rest,
  }
}

export function seasonFrom({
  season,
  rounds: stored,
  addedAt,
  results,
  ...rest
}: StoredSeason): SeasonDocument {
  const rounds = new Map(stored.map(([id, round]) => [id, roundFrom(round)]))
  return {
    season: { ...season, participants: new Set(season.participants) },
    rounds,
    addedAt: new Map(addedAt),
    results: results.map(({ result, ...one }) => {
      const kept = result === null ? resultIn(rounds, one.roundId) : resultFrom(result)
      if (kept === null) throw new TypeError(`Round ${one.roundId} has lost its result`)
      return { ...one, result: kept }
    }),
    ...rest,
  }
}

function resultIn(rounds: ReadonlyMap<number, Round>, roundId: number): RoundResult | null {
  const round = rounds.get(roundId)
  return round && 'result' in round ? round.result : null
}

const storedRound = (round: Round) =>
  'result' in round ? { ...round, result: storedResult(round.result) } : round

const roundFrom = (round: ReturnType<typeof storedRound>): Round =>
  'result' in round ? { ...round, result: resultFrom(round.result) } : round

const PLACEMENTS = ['none', ...NAMED_PLACES] as const

/** Two hundred placements take one kilobyte instead of seven. */
const storedResult = ({ placements, ...result }: RoundResult) => ({
  ...result,
  playerIds: placements.map(({ playerId }) => playerId),
  placements: placements.map(({ placement }) => PLACEMENTS.indexOf(placement)).join(''),
})

const resultFrom = ({ playerIds, placements, ...result }: ReturnType<typeof storedResult>): RoundResult => ({
  ...result,
  placements: playerIds.map((playerId, index) => ({
    playerId,
    placement: PLACEMENTS[Number(placements[index])] ?? 'none',
  })),
})
