import { compareNames } from '../../domain/names.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { WholeSeason } from '../../domain/seasons/season-stream.ts'
import { ONLY } from '../read-models/documents.ts'
import { asking, findDocument, findDocuments, idsOf, listDocuments } from '../read-models/find-documents.ts'
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

export async function listDeletedSeasons(read: Read): Promise<WholeSeason[]> {
  const seasons = [...(await listDocuments(read, 'season')).values()]
  const deletedAt = ({ season }: WholeSeason) => season.deletedAt ?? ''
  return seasons
    .filter(({ season }) => season.deletedAt !== null)
    .toSorted((one, other) => (deletedAt(one) < deletedAt(other) ? 1 : -1))
}

export async function findSeason(read: Read, seasonId: number): Promise<WholeSeason | null> {
  const found = await findDocument(read, 'season', seasonId)
  return found?.season.deletedAt === null ? found : null
}

export async function requireSeason(read: Read, seasonId: number): Promise<WholeSeason> {
  const found = await findSeason(read, seasonId)
  if (!found) throw new Refusal('not_found', 'Season not found')
  return found
}

export type NamedWinner = { id: number; name: string; place: number; totalPoints: number }

export async function listWinners(read: Read, { season }: WholeSeason): Promise<NamedWinner[]> {
  if (season.status !== 'ended') return []
  const ids = season.winners.map(({ playerId }) => playerId)
  const players = (await findDocuments(asking(read), { ids: idsOf('player', ids) })).all('player')
  return season.winners
    .map(({ playerId: id, ...winner }) => ({
      ...winner,
      id,
      name: players.get(id)?.name ?? 'Former player',
    }))
    .toSorted((one, other) => one.place - other.place || compareNames(one, other))
}

export async function seasonsWith(read: Read, playerId: number): Promise<WholeSeason[]> {
  const seasons = [...(await listDocuments(read, 'season')).values()]
  return seasons.filter(({ season }) => season.participants.has(playerId))
}

export async function defaultSeasonId(read: Read): Promise<number | null> {
  return (await findDocument(read, 'league', ONLY))?.defaultSeasonId ?? null
}

export async function findDefaultSeason(read: Read): Promise<WholeSeason | null> {
  const defaultId = await defaultSeasonId(read)
  const chosen = defaultId === null ? null : await findSeason(read, defaultId)
  return chosen ?? (await listSeasons(read))[0] ?? null
}

export async function leagueSeasonIds(read: Read): Promise<number[]> {
  const seasons = await listSeasons(read)
  return seasons.flatMap(({ season }) =>
    season.status === 'open' && season.rules === null ? season.seasonId : [],
  )
}
