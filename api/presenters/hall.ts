import { allTime } from '../../domain/seasons/all-time.ts'
import type { Plate, SeasonBoard } from '../../projections/queries/hall.ts'
import type * as contract from '../contract/hall.ts'

type Head = { title: string; appTitle: string; commissioner: string | null }

export function presentHall(
  plates: readonly Plate[],
  boards: readonly SeasonBoard[],
  { title, appTitle, commissioner }: Head,
): contract.Hall {
  const withPage = new Set(boards.flatMap(({ table }) => table.map(({ playerId }) => playerId)))
  return {
    champions: plates.map(({ year, season, people, points }) => ({
      year,
      names: people.map(({ name }) => name),
      userIds: people.map(({ playerId }) => (playerId !== null && withPage.has(playerId) ? playerId : null)),
      seasonId: season?.seasonId ?? null,
      seasonName: season?.name ?? null,
      points,
      shared: people.length > 1,
    })),
    ...{ appTitle, title, currentCommissioner: commissioner },
    established: plates.at(-1)?.year ?? null,
  }
}

/** Null for somebody who is in no table. */
export function presentPlayerPage(id: number, boards: readonly SeasonBoard[]): contract.PlayerPage | null {
  const row = allTime(boards).find(({ playerId }) => playerId === id)
  if (row === undefined) return null
  const { name, titles, podiums } = row
  return {
    ...{ id, name, titles, podiums },
    seasons: boards.flatMap(({ season, isEnded: ended, table }) => {
      const played = table.find(({ playerId }) => playerId === id)
      if (played === undefined) return []
      const { seasonId, name, yearStart, yearEnd } = season
      const { rank, totalPoints, championsCalled } = played
      const players = table.length
      return [{ seasonId, name, yearStart, yearEnd, rank, players, totalPoints, championsCalled, ended }]
    }),
  }
}
