import { compareTexts } from '../../domain/names.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'
import type { WholeSeason } from '../../domain/seasons/season-stream.ts'
import { asking, findDocument, findDocuments, idsOf } from '../read-models/find-documents.ts'
import type { Read } from '../read-models/read-tables.ts'

export async function participantsOf(read: Read, { season }: WholeSeason): Promise<PresentPlayer[]> {
  const { all } = await findDocuments(asking(read), { ids: idsOf('player', season.participants) })
  return [...all('player').values()].toSorted(
    (one, other) => compareTexts(one.name, other.name) || one.playerId - other.playerId,
  )
}

export async function listParticipants(read: Read, seasonId: number): Promise<PresentPlayer[]> {
  const season = await findDocument(read, 'season', seasonId)
  return season === null ? [] : participantsOf(read, season)
}

export async function invitedParticipants(read: Read, seasonId: number): Promise<PresentPlayer[]> {
  const everybody = await listParticipants(read, seasonId)
  return everybody.filter(({ status }) => status === 'active')
}
