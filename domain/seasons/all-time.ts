import { compareNames } from '../names.ts'
import { isUnscored, ranked } from './standings.ts'

/** What one season's table says of one player. */
export type Played = {
  playerId: number
  name: string
  rank: number
  totalPoints: number
  /** In how many sports the pick took first place. */
  championsCalled: number
}

export type PlayedSeason = { isEnded: boolean; table: readonly Played[] }

export type AllTimeRow = Omit<Played, 'rank'> & {
  seasons: number
  titles: number
  sharedTitles: number
  podiums: number
  /** Of the seasons that have ended and in which somebody has a point, and of earlier titles; null without one. */
  bestRank: number | null
  /** The mean of the own total over the winner's, 0 to 1, since seasons differ in size. */
  share: number
  rank: number
}

const PODIUM = 3
const SHARE_UNIT = 10_000

/**
 * Everybody who is in one of these tables, by titles, podiums and share. Competition ranking.
 * @param earlier champions of the years before the league was kept here: a title and a podium each.
 */
export function allTime(
  seasons: readonly PlayedSeason[],
  earlier: readonly { playerId: number | null }[] = [],
): AllTimeRow[] {
  const places = new Map<number, Place[]>()
  for (const place of seasons.flatMap(placesIn)) {
    places.set(place.playerId, [...(places.get(place.playerId) ?? []), place])
  }
  const rows = [...places]
    .flatMap(([id, own]) => rowOf(own, earlier.filter(({ playerId }) => playerId === id).length))
    .toSorted((left, right) => compare(left, right) || compareNames(named(left), named(right)))
  return ranked(rows, compare)
}

type Place = Played & { share: number; isFinal: boolean; isShared: boolean }

/** Nobody wins a season in which nobody has a point. */
function placesIn({ isEnded, table }: PlayedSeason): Place[] {
  const winning = Math.max(0, ...table.map(({ totalPoints }) => totalPoints))
  const isFinal = isEnded && !isUnscored(table)
  const isShared = championsIn(table).length > 1
  return table.map((one) => ({
    ...one,
    isFinal,
    isShared,
    share: winning === 0 ? 0 : one.totalPoints / winning,
  }))
}

export const championsIn = <One extends Played>(table: readonly One[]): One[] =>
  isUnscored(table) ? [] : table.filter(({ rank }) => rank === 1)

function rowOf(places: readonly Place[], earlierTitles: number): Omit<AllTimeRow, 'rank'>[] {
  const [first] = places
  if (first === undefined) return []
  const { playerId, name } = first
  const sum = (count: (place: Place) => number) => places.reduce((all, place) => all + count(place), 0)
  const final = places.filter(({ isFinal }) => isFinal)
  const titles = final.filter(({ rank }) => rank === 1)
  const mean = sum(({ share }) => share) / places.length
  return [
    {
      ...{ playerId, name, seasons: places.length },
      titles: titles.length + earlierTitles,
      sharedTitles: titles.filter(({ isShared }) => isShared).length,
      podiums: final.filter(({ rank }) => rank <= PODIUM).length + earlierTitles,
      bestRank:
        earlierTitles > 0 ? 1 : final.length === 0 ? null : Math.min(...final.map(({ rank }) => rank)),
      totalPoints: sum(({ totalPoints }) => totalPoints),
      championsCalled: sum(({ championsCalled }) => championsCalled),
      share: Math.max(0, Math.round(mean * SHARE_UNIT) / SHARE_UNIT),
    },
  ]
}

type Ranked = Pick<AllTimeRow, 'titles' | 'podiums' | 'share'>

const compare = (left: Ranked, right: Ranked) =>
  right.titles - left.titles || right.podiums - left.podiums || right.share - left.share

const named = ({ playerId: id, name }: { playerId: number; name: string }) => ({ id, name })
