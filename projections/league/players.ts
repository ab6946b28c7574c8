import { compareTexts } from '../../domain/names.ts'
import { listDocuments } from '../documents/find-documents.ts'
import type { PlayerDocument } from '../documents/player-document.ts'
import type { Read } from '../engine/read-model.ts'

export async function listPlayers(read: Read): Promise<PlayerDocument[]> {
  const byId = [...(await listDocuments(read, 'player')).values()]
  return byId.toSorted(({ player: one }, { player: other }) => compareTexts(one.name, other.name))
}

export async function activePlayerIds(read: Read): Promise<number[]> {
  const players = await listDocuments(read, 'player')
  return [...players].flatMap(([id, { player }]) => (player.status === 'active' ? id : []))
}
