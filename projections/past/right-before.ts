import type { Round } from '../../domain/rounds/round.ts'
import { roundIn, type SeasonAndRounds, seasonStream } from '../../domain/seasons/season-stream.ts'
import type { EventStore, Position } from '../../platform/event-store/event-store.ts'
import { openChronicle } from './chronicle.ts'

type Log = Pick<EventStore, 'read'>

/** A season and its rounds right before a place in the log. */
async function seasonBefore(store: Log, seasonId: number, position: Position): Promise<SeasonAndRounds> {
  const chapters = await openChronicle(store).ofSeason(seasonId)
  return chapters.findLast(({ event }) => event.position < position)?.after ?? seasonStream.initial
}

type RoundKey = { seasonId: number; roundId: number }

export const roundBefore = async (
  store: Log,
  { seasonId, roundId }: RoundKey,
  position: Position,
): Promise<Round> => roundIn(await seasonBefore(store, seasonId, position), roundId)

/** What a season and one of its rounds were called. No round: empty. */
export async function namesBefore(
  store: Log,
  { seasonId, roundId }: { seasonId: number; roundId: number | null },
  position: Position,
): Promise<{ sportName: string; seasonName: string }> {
  const before = await seasonBefore(store, seasonId, position)
  const round = roundIn(before, roundId ?? 0)
  return {
    sportName: 'sportName' in round ? round.sportName : '',
    seasonName: 'name' in before.season ? before.season.name : '',
  }
}
