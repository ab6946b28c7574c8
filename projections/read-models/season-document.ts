import type { Instant } from '../../domain/event.ts'
import {
  isPresent,
  type PresentRound,
  type Round,
  type RoundResult,
  takesPlace,
} from '../../domain/rounds/round.ts'
import { NAMED_PLACES } from '../../domain/seasons/points.ts'
import { isPlayed } from '../../domain/seasons/season.ts'
import type { WholeSeason } from '../../domain/seasons/season-stream.ts'

/** What is asked of a round without its season: with each pick, and for reminders each second. */
export type RoundIndex = {
  seasonId: number
  sportName: string
  hasResult: boolean
  open: Pick<PresentRound, 'locksAt' | 'timeZone' | 'armedAt'> | null
}

export function indexOf(round: Round | undefined): RoundIndex | null {
  if (round === undefined || !isPresent(round)) return null
  const { seasonId, sportName, status, locksAt, timeZone, armedAt } = round
  const isOpen = status === 'active' && takesPlace(round)
  const hasResult = status === 'completed'
  return { seasonId, sportName, hasResult, open: isOpen ? { locksAt, timeZone, armedAt } : null }
}

export function dueAt({ season, rounds }: WholeSeason): Instant | null {
  const instants = [...rounds.values()].flatMap((round) => {
    if (!isPresent(round) || !takesPlace(round)) return []
    if (round.status === 'active') return round.locksAt
    return round.status === 'draft' && season.deletedAt === null ? opensAt(round) : []
  })
  return instants.toSorted()[0] ?? null
}

const opensAt = ({ opening }: PresentRound) =>
  opening === null || opening.failed !== null ? [] : opening.opensAt

export const playedSince = ({ season }: WholeSeason): Instant | null =>
  isPlayed(season) ? season.activatedAt : null

export type StoredSeason = ReturnType<typeof storedSeason>

/** A published result is stored once where its round still has it. */
export function storedSeason({ season, rounds, results }: WholeSeason) {
  return {
    season: { ...season, participants: [...season.participants] },
    rounds: [...rounds].map(([id, round]) => [id, storedRound(round)] as const),
    results: results.map(({ result, ...one }) => ({
      ...one,
      result: result === resultIn(rounds, one.roundId) ? null : storedResult(result),
    })),
  }
}

export function seasonFrom({ season, rounds: stored, results }: StoredSeason): WholeSeason {
  const rounds = new Map(stored.map(([id, round]) => [id, roundFrom(round)]))
  return {
    season: { ...season, participants: new Set(season.participants) },
    rounds,
    results: results.map(({ result, ...one }) => {
      const kept = result === null ? resultIn(rounds, one.roundId) : resultFrom(result)
      if (kept === null) throw new TypeError(`Round ${one.roundId} has lost its result`)
      return { ...one, result: kept }
    }),
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
