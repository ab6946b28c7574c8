import type { Standing } from './standings.ts'

export type PlaceInTable = { points: number; rank: number }

export type EffectOnPlayer = {
  playerId: number
  name: string
  before: PlaceInTable | null
  after: PlaceInTable | null
}

export function effectOn(before: readonly Standing[], after: readonly Standing[]): EffectOnPlayer[] {
  const [placesBefore, placesAfter] = [placesOf(before), placesOf(after)]
  const gone = before.filter(({ playerId }) => !placesAfter.has(playerId))
  return [...after, ...gone].map(({ playerId, name }) => ({
    playerId,
    name,
    before: placesBefore.get(playerId) ?? null,
    after: placesAfter.get(playerId) ?? null,
  }))
}

function placesOf(table: readonly Standing[]): Map<number, PlaceInTable> {
  return new Map(table.map(({ playerId, totalPoints, rank }) => [playerId, { points: totalPoints, rank }]))
}
