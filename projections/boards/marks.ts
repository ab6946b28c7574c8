import type { Instant } from '../../domain/event.ts'
import { isBehindLock } from '../../domain/picks/pick.ts'
import type { Notices } from '../../domain/rounds/asking.ts'
import { type Look, looksOf } from '../../domain/rounds/looks.ts'
import { correctionOf, type PublishedResult } from '../../domain/rounds/published-results.ts'
import type { Lock, PresentRound } from '../../domain/rounds/round.ts'
import type { Entries, PickEntry } from '../read-models/picks.ts'

export type MarkKind =
  | 'entered_by_admin'
  | 'entered_after_lock'
  | 'cleared'
  | 'result_corrected'
  | 'looked_at_by_admin'

export type Mark = { kind: MarkKind; at: Instant; reason: string | null }

export type Marks = (roundId: number, playerId: number) => readonly Mark[]

export function marksOf(
  rounds: readonly PresentRound[],
  { results, notices }: { results: readonly PublishedResult[]; notices: ReadonlyMap<number, Notices> },
  entryOf: Entries,
): Marks {
  const locks = new Map(rounds.map((round) => [round.roundId, round]))
  const corrected = new Map(rounds.map((round) => [round.roundId, markOfCorrection(round, results)]))
  const looked = new Map(
    rounds.map((round) => [round.roundId, firstLooks(looksOf(round, notices.get(round.roundId) ?? null))]),
  )
  return (roundId, playerId) => {
    const [entry, lock] = [entryOf(roundId, playerId), locks.get(roundId)]
    const correction = corrected.get(roundId) ?? null
    const look = looked.get(roundId)?.get(playerId) ?? null
    if (entry === null && correction === null && look === null) return NO_MARKS
    return [entry && lock ? entryMark(entry, lock) : null, correction, look].filter((mark) => mark !== null)
  }
}

const NO_MARKS: readonly Mark[] = []

function entryMark({ at, position, reason, cleared }: PickEntry, lock: Lock): Mark {
  if (cleared) return { kind: 'cleared', at, reason }
  const wasLate = isBehindLock({ position }, lock)
  return { kind: wasLate ? 'entered_after_lock' : 'entered_by_admin', at, reason }
}

function markOfCorrection(
  { roundId, status }: PresentRound,
  results: readonly PublishedResult[],
): Mark | null {
  const corrected = status === 'completed' ? correctionOf(results, roundId) : null
  return corrected && { kind: 'result_corrected', at: corrected.at, reason: corrected.reason }
}

function firstLooks(looks: readonly Look[]): ReadonlyMap<number, Mark> {
  const first = new Map<number, Mark>()
  for (const { at, reason, playerIds } of looks) {
    const mark: Mark = { kind: 'looked_at_by_admin', at, reason }
    for (const playerId of playerIds) if (!first.has(playerId)) first.set(playerId, mark)
  }
  return first
}

export const isByAdmin = (mark: Mark) => isEntered(mark) || mark.kind === 'cleared'
export const isEntered = ({ kind }: Mark) => kind === 'entered_by_admin' || kind === 'entered_after_lock'
