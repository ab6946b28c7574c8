import { counted } from '../names.ts'
import { isUnscored, type Standing } from '../seasons/standings.ts'
import { sportsWonIn } from '../seasons/tie-breaks.ts'
import type { SeasonSoFar } from './chapters.ts'
import { callText } from './recap-sentences.ts'
import { bestOf, statisticsOf } from './statistics.ts'
import { settledTieOf } from './tie-break-sentence.ts'

export type Honours = {
  winners: readonly Standing[]
  /** Why they won, and their best call. */
  sentences: readonly string[]
  /** What settled a tie for another place on the podium, by player. */
  ties: ReadonlyMap<number, string>
}

const PODIUM = 3
const WINNERS_MAX = 3

/** Nobody's where nobody has points. */
export function honoursOf(season: SeasonSoFar): Honours {
  const { table } = season
  const podium = isUnscored(table) ? [] : table.filter(({ rank }) => rank <= PODIUM)
  const winners = podium.filter(({ rank }) => rank === 1)
  const ties = tiesOf(season, podium)
  const wonBy = sportsWonIn(table)
  const reasonOf = (winner: Standing): string[] => {
    const won = wonBy(winner)
    const tie = ties.get(winner.playerId)
    if (tie !== undefined) return [tie]
    return won === 0 ? [] : [`${winner.name} won ${counted(won, 'sport')}.`]
  }
  const sentences =
    winners.length > WINNERS_MAX ? [] : [...winners.flatMap(reasonOf), ...bestCallOf(season, winners)]
  return {
    winners,
    sentences,
    ties: new Map([...ties].filter(([id]) => winners.every(({ playerId }) => playerId !== id))),
  }
}

/** Between two places once. */
function tiesOf(season: SeasonSoFar, podium: readonly Standing[]): Map<number, string> {
  const ties = new Map<number, string>()
  const pairs = new Set<string>()
  for (const standing of podium) {
    const { playerId, rank } = standing
    const tie = settledTieOf(season, standing)
    const rival = season.table.find((one) => one.playerId === tie?.rivalId)?.rank ?? 0
    if (tie === null || pairs.has(`${rival} ${rank}`)) continue
    pairs.add(`${rank} ${rival}`)
    ties.set(playerId, tie.sentence)
  }
  return ties
}

function bestCallOf(season: SeasonSoFar, winners: readonly Standing[]): string[] {
  const calls = statisticsOf(season).flatMap(({ playerId, bestCall }) => {
    const winner = winners.find((one) => one.playerId === playerId)
    return winner && bestCall ? { ...bestCall, name: winner.name } : []
  })
  const best = bestOf(calls)
  const round = season.rounds.find(({ roundId }) => roundId === best?.roundId)
  if (!best || !round) return []
  const champion = round.pickType === 'single' ? best.value : undefined
  const call = `${best.name} ${callText(round.sportName, champion)}`
  return [best.companions === 0 ? `Only ${call}.` : `${call}, with ${counted(best.companions, 'other')}.`]
}
