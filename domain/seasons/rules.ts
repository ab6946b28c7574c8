import { Refusal } from '../refusal.ts'
import { PLACE_NAMES, PLACES, POINTS_MAX, type Points } from './points.ts'

export type TieBreak = 'round_wins' | 'countback' | 'fewest_missed' | 'guess'

export type SeasonRules = {
  points: Points
  /** For a sport in which a pick was owed and none made: -10 to 20 whole points. */
  noPick: number
  /** How many of a player's lowest sports do not count: 0 to 10. */
  dropWorst: number
  /** Each at most once. Players whom none of them tells apart share a rank. */
  tieBreak: readonly TieBreak[]
}

const NO_PICK_MIN = -10
const DROP_MAX = 10
export const WEIGHT_MAX = 5

export const leagueRules = (league: { points: Points; noPick: number }): SeasonRules => ({
  points: league.points,
  noPick: league.noPick,
  dropWorst: 0,
  tieBreak: [],
})

export const isPlain = ({ noPick, dropWorst, tieBreak }: SeasonRules) =>
  noPick === 0 && dropWorst === 0 && tieBreak.length === 0

export const asksWhoOwed = ({ noPick, tieBreak }: SeasonRules) =>
  noPick !== 0 || tieBreak.includes('fewest_missed')

export function checkRules({ points, noPick, dropWorst, tieBreak }: SeasonRules) {
  checkPoints(points)
  checkNoPick(noPick)
  if (!inRange(dropWorst, 0, DROP_MAX)) {
    throw new Refusal(
      'invalid',
      `The number of sports to drop must be between 0 and ${DROP_MAX}`,
      'dropWorst',
    )
  }
  if (new Set(tieBreak).size < tieBreak.length) {
    throw new Refusal('invalid', 'Each tie-break can be in the chain once', 'tieBreak')
  }
}

export function checkPoints(points: Points) {
  for (const place of PLACES) {
    if (!inRange(points[place], 0, POINTS_MAX)) {
      throw new Refusal('invalid', `${PLACE_NAMES[place]} points must be between 0 and ${POINTS_MAX}`)
    }
  }
}

export function checkNoPick(points: number) {
  if (!inRange(points, NO_PICK_MIN, POINTS_MAX)) {
    throw new Refusal(
      'invalid',
      `Points for a missing pick must be between ${NO_PICK_MIN} and ${POINTS_MAX}`,
      'noPick',
    )
  }
}

export const sameRules = (left: SeasonRules, right: SeasonRules): boolean =>
  PLACES.every((place) => left.points[place] === right.points[place]) &&
  left.noPick === right.noPick &&
  left.dropWorst === right.dropWorst &&
  left.tieBreak.join() === right.tieBreak.join()

const inRange = (value: number, min: number, max: number) =>
  Number.isInteger(value) && value >= min && value <= max
