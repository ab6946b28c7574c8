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
 * @param earlier champions of the years before the league used this server: a title and a podium each.
 */
export function allTime(
  seasons: readonly PlayedSeason[],
  earlier: readonly { playerId: number | null }[] = [],
): AllTimeRow[] {
  const standings = new Map<number, SeasonStanding[]>()
  for (const standing of seasons.flatMap(standingsIn)) {
    standings.set(standing.playerId, [...(standings.get(standing.playerId) ?? []), standing])
  }
  const rows = [...standings]
    .flatMap(([id, own]) => allTimeRow(own, earlier.filter(({ playerId }) => playerId === id).length))
    .toSorted((left, right) => compare(left, right) || compareNames(named(left), named(right)))
  return ranked(rows, compare)
}

type SeasonStanding = Played & { share: number; isFinal: boolean; isShared: boolean }

/** Nobody wins a season in which nobody has a point. */
function standingsIn({ isEnded, table }: PlayedSeason): SeasonStanding[] {
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

function allTimeRow(standings: readonly SeasonStanding[], earlierTitles: number): Omit<AllTimeRow, 'rank'>[] {
  const [first] = standings
  if (first === undefined) return []
  const { playerId, name } = first
  const sum = (count: (standing: SeasonStanding) => number) =>
    standings.reduce((all, standing) => all + count(standing), 0)
  const final = standings.filter(({ isFinal }) => isFinal)
  const titles = final.filter(({ rank }) => rank === 1)
  const mean = sum(({ share }) => share) / standings.length
  return [
    {
      ...{ playerId, name, seasons: standings.length },
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
