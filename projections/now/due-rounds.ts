import type { Instant } from '../../domain/event.ts'
import type { PresentRound, Round } from '../../domain/rounds/round.ts'
import { isDueToLock } from '../../domain/rounds/round-decisions.ts'
import { isDueToOpen } from '../../domain/rounds/round-opening.ts'
import { listDocuments } from '../read-models/find-documents.ts'
import type { Read } from '../read-models/read-tables.ts'

type DueRounds = { toLock: PresentRound[]; toOpen: Map<number, PresentRound[]> }

/** `toOpen` by season. */
export async function findDueRounds(read: Read, now: Instant): Promise<DueRounds> {
  const due: DueRounds = { toLock: [], toOpen: new Map() }
  for (const [id, { season, rounds }] of await listDocuments(read, 'season', '<=', now)) {
    due.toLock.push(...dueIn(rounds, (round) => isDueToLock(round, now)))
    const toOpen = season.deletedAt === null ? dueIn(rounds, (round) => isDueToOpen(round, now)) : []
    if (toOpen.length > 0) due.toOpen.set(id, toOpen)
  }
  return due
}

const dueIn = (rounds: ReadonlyMap<number, Round>, areDue: (round: Round) => round is PresentRound) =>
  [...rounds.values()].filter(areDue).toSorted((one, other) => one.roundId - other.roundId)
