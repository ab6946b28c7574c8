import type { Instant } from '../../domain/event.ts'
import type { PresentRound, Round } from '../../domain/rounds/round.ts'
import { isDueToLock } from '../../domain/rounds/round-decisions.ts'
import { isDueToOpen } from '../../domain/rounds/round-opening.ts'
import { listDocuments } from '../read-models/find-documents.ts'
import type { Read } from '../read-models/read-tables.ts'

export async function roundsDueToLock(read: Read, now: Instant): Promise<PresentRound[]> {
  const seasons = await listDocuments(read, 'season', '<=', now)
  return [...seasons.values()].flatMap(({ rounds }) => dueIn(rounds, (round) => isDueToLock(round, now)))
}

export async function roundsDueToOpen(read: Read, now: Instant): Promise<Map<number, PresentRound[]>> {
  const seasons = await listDocuments(read, 'season', '<=', now)
  const due = [...seasons].flatMap(([id, { season, rounds }]) => {
    const found = season.deletedAt === null ? dueIn(rounds, (round) => isDueToOpen(round, now)) : []
    return found.length > 0 ? [[id, found] as const] : []
  })
  return new Map(due)
}

const dueIn = (rounds: ReadonlyMap<number, Round>, areDue: (round: Round) => round is PresentRound) =>
  [...rounds.values()].filter(areDue).toSorted((one, other) => one.roundId - other.roundId)
