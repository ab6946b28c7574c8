import type { Standing } from './standings.ts'

/** `here` is what one sport gives. */
export type PlaceInTable = { points: number; rank: number; here?: number; dropped?: true }

export type EffectOnPlayer = {
  playerId: number
  name: string
  before: PlaceInTable | null
  after: PlaceInTable | null
}

export function effectOn(
  before: readonly Standing[],
  after: readonly Standing[],
  roundId: number | null = null,
): EffectOnPlayer[] {
  const [placesBefore, placesAfter] = [placesOf(before, roundId), placesOf(after, roundId)]
  const gone = before.filter(({ playerId }) => !placesAfter.has(playerId))
  return [...after, ...gone].map(({ playerId, name }) => ({
    playerId,
    name,
    before: placesBefore.get(playerId) ?? null,
    after: placesAfter.get(playerId) ?? null,
  }))
}

function placesOf(table: readonly Standing[], roundId: number | null): Map<number, PlaceInTable> {
  return new Map(
    table.map(({ playerId, totalPoints, rank, scores }) => {
      const { points: here, dropped } = (roundId !== null && scores.get(roundId)) || {}
      const inRound = { ...(here !== undefined && { here }), ...(dropped && { dropped }) }
      return [playerId, { points: totalPoints, rank, ...inRound }]
    }),
  )
}
