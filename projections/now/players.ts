import { compareTexts } from '../../domain/names.ts'
import type { PresentPlayer } from '../../domain/players/player.ts'
import { listDocuments } from '../read-models/find-documents.ts'
import type { Read } from '../read-models/read-tables.ts'

export async function listPlayers(read: Read): Promise<PresentPlayer[]> {
  const byId = [...(await listDocuments(read, 'player')).values()]
  return byId.toSorted((one, other) => compareTexts(one.name, other.name))
}

export async function activePlayerIds(read: Read): Promise<number[]> {
  const players = await listDocuments(read, 'player')
  return [...players].flatMap(([id, { status }]) => (status === 'active' ? id : []))
}
