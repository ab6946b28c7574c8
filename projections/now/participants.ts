import { compareTexts } from '../../domain/names.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'
import type { WholeSeason } from '../../domain/seasons/season-stream.ts'
import { findDocument, findDocuments } from '../read-models/find-documents.ts'
import type { Read } from '../read-models/read-tables.ts'

export async function participantsOf(read: Read, of: WholeSeason | number): Promise<PresentPlayer[]> {
  const found = typeof of === 'number' ? await findDocument(read, 'season', of) : of
  const players = await findDocuments(read, 'player', found?.season.participants ?? [])
  return [...players.values()].toSorted(
    (one, other) => compareTexts(one.name, other.name) || one.playerId - other.playerId,
  )
}

export async function invitedParticipants(read: Read, of: WholeSeason | number): Promise<PresentPlayer[]> {
  return (await participantsOf(read, of)).filter(({ status }) => status === 'active')
}
