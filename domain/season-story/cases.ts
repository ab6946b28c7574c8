import type { Place } from '../seasons/points.ts'
import { type Entry, entryOf, type SeasonFacts } from '../seasons/standings.ts'
import { countsOf } from '../seasons/tie-breaks.ts'
import type { Contender, Remaining, Sides } from './remaining.ts'
import { type Cell, scenarioOf } from './scenario.ts'

/** One player's season in one outcome, with what the chain counts. */
export type Case = Pick<Entry, 'playerId' | 'totalPoints'> & {
  counts: readonly (readonly number[])[]
  /** In the sport with the tie-break question. */
  canGuess: boolean
}

/** The most or the least that remaining sports can give: in points, and of equal points in the chain. */
export type Extreme = 'most' | 'least'

/** Who has picked what these have comes to the same places. */
export type Shared = { sides: Sides; places: readonly Place[] }

/** Who wins each locked sport: a team, or null for one that nobody picked. */
export type Champions = readonly (string | null)[]

export type CaseOf = (one: Contender, extreme: Extreme, shared?: Shared, champions?: Champions) => Case

const NOTHING_SHARED: Shared = { sides: [], places: [] }

/** Counted once for each combination of places. */
export function casesOf(facts: SeasonFacts, remaining: Remaining): CaseOf {
  const countCase = caseCounter(facts, remaining)
  const known = new Map<Contender, Record<Extreme, Branch>>()
  for (const one of remaining.contenders) known.set(one, { most: {}, least: {} })

  return (one, extreme, shared = NOTHING_SHARED, champions) => {
    let branch = known.get(one)?.[extreme] ?? {}
    for (let index = 0; index < one.sides.length; index += 1) {
      const place = placeOf(one, index, extreme, shared, champions) ?? NO_PICK
      branch = branch[place] ??= {}
    }
    branch.case ??= countCase(
      one,
      extreme,
      one.sides.map((_, index) => placeOf(one, index, extreme, shared, champions)),
    )
    return branch.case
  }
}

const NO_PICK = 'none'

/** A tree: a level for each locked sport. */
type Branch = { [at in Place | typeof NO_PICK]?: Branch } & { case?: Case }

function placeOf(
  { sides: own }: Contender,
  index: number,
  extreme: Extreme,
  { sides, places }: Shared,
  champions: Champions | undefined,
): Place | null {
  const side = own[index] ?? null
  if (side === null) return null
  if (side === sides[index]) return places[index] ?? 'first'
  if (side === champions?.[index]) return 'first'
  if (extreme === 'least') return 'sixthPlus'
  return champions === undefined ? 'first' : 'second'
}

function caseCounter(facts: SeasonFacts, remaining: Remaining) {
  const { open, locked, asking } = remaining
  const { noPick, points, tieBreak } = facts.rules
  const cells = new Map<number, Cell>()
  const scenario = scenarioOf(facts, remaining, (roundId) => cells.get(roundId))
  const plain = { ...facts, rules: { ...facts.rules, dropWorst: 0 } }
  const settled = new Map(remaining.contenders.map((one) => [one, entryOf(plain, one).scores]))
  const count = (one: Contender) => entryOf(scenario, one, settled.get(one))
  // A guess at the question needs a pick.
  const askingFirst = open.toSorted((one, other) => Number(other === asking) - Number(one === asking))

  return (one: Contender, extreme: Extreme, places: readonly (Place | null)[]): Case => {
    const isOwed = (roundId: number) => facts.owed(roundId, one.playerId)
    for (const [index, { roundId }] of locked.entries()) {
      cells.set(roundId, places[index] ?? (isOwed(roundId) ? 'missed' : 'absent'))
    }
    for (const { roundId } of open) cells.set(roundId, openCell(extreme, isOwed(roundId)))
    const entry = tieBreak.length === 0 ? count(one) : countByChain(one, extreme)
    const { playerId, totalPoints } = entry
    const canGuess = asking !== null && (entry.scores.get(asking.roundId)?.place ?? null) !== null
    return { playerId, totalPoints, counts: countsOf(scenario, [], entry), canGuess }
  }

  /** A missing pick may earn more than a place. */
  function openCell(extreme: Extreme, isOwed: boolean): Cell {
    if (extreme === 'most') return noPick > points.first ? 'missed' : 'first'
    if (isOwed) return noPick <= points.sixthPlus ? 'missed' : 'sixthPlus'
    return noPick <= 0 ? 'missed' : 'absent'
  }

  /** In a sport that is dropped anyway, a first place is best in the chain and a missed pick worst. */
  function countByChain(one: Contender, extreme: Extreme): Entry {
    let entry = count(one)
    const instead = extreme === 'most' ? 'first' : 'missed'
    for (const { roundId } of askingFirst) {
      const cell = cells.get(roundId)
      if (cell === undefined || cell === instead) continue
      cells.set(roundId, instead)
      const other = count(one)
      if (other.totalPoints === entry.totalPoints) entry = other
      else cells.set(roundId, cell)
    }
    return entry
  }
}
