import type { WholeSeason } from '../../domain/seasons/season-stream.ts'
import { ONLY } from '../read-models/documents.ts'
import { findDocument, findDocuments, listDocuments } from '../read-models/find-documents.ts'
import type { Read } from '../read-models/read-tables.ts'

export async function listSeasons(read: Read): Promise<WholeSeason[]> {
  const seasons = [...(await listDocuments(read, 'season')).values()]
  return seasons
    .filter(({ season }) => season.deletedAt === null)
    .toSorted(
      ({ season: one }, { season: other }) =>
        other.yearStart - one.yearStart || other.seasonId - one.seasonId,
    )
}

/** Running ones alone, of which a league has few. */
export async function playedSeasons(read: Read): Promise<WholeSeason[]> {
  const played = await read
    .selectFrom('documents')
    .select('id')
    .where('kind', '=', 'season')
    .where('armed_at', 'is not', null)
    .execute()
  const ids = played.map(({ id }) => id)
  return [...(await findDocuments(read, 'season', ids)).values()]
}

export async function findSeason(read: Read, seasonId: number): Promise<WholeSeason | null> {
  const found = await findDocument(read, 'season', seasonId)
  return found?.season.deletedAt === null ? found : null
}

export async function seasonsWith(read: Read, playerId: number): Promise<WholeSeason[]> {
  const seasons = [...(await listDocuments(read, 'season')).values()]
  return seasons.filter(({ season }) => season.participants.has(playerId))
}

/** The chosen one, else the newest. `chosenId` may be of a deleted season. */
export async function findDefaultSeason(
  read: Read,
): Promise<{ chosenId: number | null; season: WholeSeason | null }> {
  const chosenId = (await findDocument(read, 'league', ONLY))?.defaultSeasonId ?? null
  const chosen = chosenId === null ? null : await findSeason(read, chosenId)
  return { chosenId, season: chosen ?? (await listSeasons(read))[0] ?? null }
}

export async function leagueSeasonIds(read: Read): Promise<number[]> {
  const seasons = await listSeasons(read)
  return seasons.flatMap(({ season }) =>
    season.status === 'open' && season.rules === null ? season.seasonId : [],
  )
}
