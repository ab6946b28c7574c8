import type { Champion, PresentChampion } from '../../domain/champions/champion.ts'
import { compareTexts } from '../../domain/names.ts'
import { listDocuments } from '../read-models/find-documents.ts'
import type { Read } from '../read-models/read-tables.ts'

/** Newest first, each by the name of today. */
export async function listPastChampions(read: Read) {
  const champions = [...(await listDocuments(read, 'champion')).values()].filter(isRecorded)
  const players = await listDocuments(read, 'player')
  return champions
    .map(({ championId, endYear, playerId, note, name }) => {
      const called = playerId === null ? name : players.get(playerId)?.name
      return { championId, endYear, playerId, note, name: called ?? 'Former player' }
    })
    .toSorted((one, other) => other.endYear - one.endYear || compareTexts(one.name, other.name))
}

const isRecorded = (champion: Champion): champion is PresentChampion => champion.status === 'recorded'
