import { comparable, compareTexts } from '../../domain/names.ts'
import type { Hall, Plate, SeasonBoard } from '../../projections/boards/hall.ts'
import type * as contract from '../contract/hall.ts'

type Head = { title: string; appTitle: string; commissioner: string | null }

export function presentHall(
  plates: readonly Plate[],
  boards: readonly SeasonBoard[],
  { title, appTitle, commissioner }: Head,
): contract.Hall {
  const withPage = new Set<number | null>(
    boards.flatMap(({ table }) => table.map(({ playerId }) => playerId)),
  )
  const pageOf = (playerId: number | null) => (withPage.has(playerId) ? playerId : null)
  return {
    champions: plates.map(({ year, season, people, points }) => ({
      year,
      names: people.map(({ name }) => name),
      userIds: people.map(({ playerId }) => pageOf(playerId)),
      seasonId: season?.seasonId ?? null,
      seasonName: season?.name ?? null,
      points,
      shared: people.length > 1,
    })),
    titles: titleHolders(plates).map(({ playerId, ...holder }) => ({ ...holder, userId: pageOf(playerId) })),
    ...{ appTitle, title, currentCommissioner: commissioner },
    established: plates.at(-1)?.year ?? null,
  }
}

/** Two players may have one name. A typed name is one person, however it is written. */
function titleHolders(plates: readonly Plate[]) {
  const holders = new Map<number | string, Plate['people'][number] & { titles: number }>()
  for (const person of plates.flatMap(({ people }) => people)) {
    const key = person.playerId ?? comparable(person.name)
    holders.set(key, { ...person, titles: (holders.get(key)?.titles ?? 0) + 1 })
  }
  return [...holders.values()].toSorted(
    (one, other) => other.titles - one.titles || compareTexts(one.name, other.name),
  )
}

/** Null for somebody who is in no table. */
export function presentPlayerPage(
  id: number,
  { boards, earlier, everybody }: Hall,
): contract.PlayerPage | null {
  const row = everybody.find(({ playerId }) => playerId === id)
  if (row === undefined) return null
  const { name, titles, podiums } = row
  return {
    ...{ id, name, titles, podiums },
    earlierTitles: earlier.flatMap(({ playerId, year }) => (playerId === id ? [year] : [])),
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
