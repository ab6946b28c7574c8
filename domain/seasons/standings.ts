import { compareNames } from '../names.ts'
import { lastResult, type PublishedResult, resultOrder } from '../rounds/published-results.ts'
import type { Lock } from '../rounds/round.ts'
import type { SeasonRules, TieBreak } from './rules.ts'
import { type RoundScore, type ScoredRound, scoreOf } from './scoring.ts'
import type { Winner } from './season.ts'
import { type Decide, type Decision, tieBreaker } from './tie-breaks.ts'

export type SeasonFacts = {
  rules: SeasonRules
  participants: readonly Participant[]
  rounds: readonly RoundFacts[]
  picksOf: (roundId: number, playerId: number) => readonly string[] | null
  guessOf: (roundId: number, playerId: number) => number | null
  owed: (roundId: number, playerId: number) => boolean
}

export type Participant = { playerId: number; name: string }

export type RoundFacts = Lock & {
  roundId: number
  weight: number
  scored: ScoredRound | null
}

export type Standing = {
  playerId: number
  name: string
  rank: number
  totalPoints: number
  scores: ReadonlyMap<number, RoundScore>
  decidedBy?: TieBreak
}

/** Names order a tie but never decide it. Competition ranking: totals 10, 8, 8, 5 rank 1, 2, 2, 4. */
export function standings(facts: SeasonFacts): Standing[] {
  const entries = facts.participants.map((participant) => entryOf(facts, participant))
  const decide = isUnscored(entries) ? undecided : tieBreaker(facts, entries)
  const compare = (left: Entry, right: Entry) =>
    right.totalPoints - left.totalPoints || order(decide(left, right))
  entries.sort((left, right) => compare(left, right) || byName(left, right))
  const table = ranked(entries, compare)
  return table.map((entry) => ({ ...entry, ...decidedBy(table, entry, decide) }))
}

/** Competition ranking of what is sorted already: equals share a rank, and the next one counts them all. */
export function ranked<One extends object>(
  sorted: readonly One[],
  compare: (above: One, one: One) => number,
): (One & { rank: number })[] {
  let rank = 1
  return sorted.map((one, index) => {
    const above = sorted[index - 1]
    if (above && compare(above, one) !== 0) rank = index + 1
    return { ...one, rank }
  })
}

export type Entry = Omit<Standing, 'rank'>

/** What one player has, whatever the others have. `known` are scores that need not be counted again. */
export function entryOf(facts: SeasonFacts, { playerId, name }: Participant, known?: Scores): Entry {
  const scores = scoresOf(facts, playerId, known)
  return { playerId, name, totalPoints: totalOf(scores), scores }
}

const order = (decision: Decision | null) => (decision ? decision.right - decision.left : 0)

const undecided = () => null

export const isUnscored = (table: readonly Pick<Standing, 'totalPoints'>[]) =>
  table.every(({ totalPoints }) => totalPoints === 0)

export const leadersOf = (table: readonly Standing[]) =>
  isUnscored(table) ? [] : table.flatMap(({ rank, name }) => (rank === 1 ? name : []))

const decidedBy = (table: readonly Standing[], entry: Standing, decide: Decide<Standing>) => {
  const rival = nearestRival(table, entry, decide)
  return rival ? { decidedBy: rival.decision.by } : {}
}

export function nearestRival(table: readonly Standing[], entry: Standing, decide: Decide<Standing>) {
  const above = table[entry.rank - 2]
  const isLevel = above?.totalPoints === entry.totalPoints
  const rival = isLevel ? above : table.find(({ rank }) => rank > entry.rank)
  const decision = rival?.totalPoints === entry.totalPoints ? decide(entry, rival) : null
  return rival && decision ? { rival, decision } : null
}

type Scores = ReadonlyMap<number, RoundScore>

function scoresOf(facts: SeasonFacts, playerId: number, known?: Scores): Map<number, RoundScore> {
  const scores = new Map<number, RoundScore>()
  for (const round of facts.rounds) {
    const { roundId } = round
    const score = known?.get(roundId) ?? scoreIn(facts, round, playerId)
    if (score) scores.set(roundId, score)
  }
  for (const roundId of droppedIn(facts, scores)) {
    const score = scores.get(roundId)
    if (score) scores.set(roundId, { ...score, dropped: true })
  }
  return scores
}

const scoreIn = ({ rules, picksOf, owed }: SeasonFacts, round: RoundFacts, playerId: number) =>
  scoreOf(rules, round, playerId, {
    picks: picksOf(round.roundId, playerId),
    owed: () => owed(round.roundId, playerId),
  })

const totalOf = (scores: ReadonlyMap<number, RoundScore>) =>
  [...scores.values()].reduce((sum, { points, dropped }) => (dropped ? sum : sum + points), 0)

/** One without an entry counts as 0; among equals those that locked first are dropped. One sport always counts. */
function droppedIn({ rules, rounds }: SeasonFacts, scores: ReadonlyMap<number, RoundScore>): number[] {
  if (rules.dropWorst === 0) return []
  const pointsIn = (roundId: number) => scores.get(roundId)?.points ?? 0
  const completed = rounds.filter(({ scored }) => scored !== null)
  const count = droppedOf(completed.length, rules)
  const lowest: number[] = []
  for (const { roundId } of completed) {
    const points = pointsIn(roundId)
    const place = lowest.findLastIndex((other) => pointsIn(other) <= points) + 1
    if (place < count) lowest.splice(place, 0, roundId)
    if (lowest.length > count) lowest.pop()
  }
  return lowest
}

const droppedOf = (completed: number, { dropWorst }: SeasonRules) =>
  Math.max(0, Math.min(dropWorst, completed - 1))

export type RanksBefore = { ranks: ReadonlyMap<number, number>; byCorrection: boolean }

const NO_RANKS: RanksBefore = { ranks: new Map(), byCorrection: false }

/** The ranks before the last result, or before its correction. None where nobody saw those standings. */
export function ranksBeforeLastResult(
  facts: SeasonFacts,
  published: readonly PublishedResult[],
): RanksBefore {
  const scored = new Set(facts.rounds.flatMap(({ roundId, scored }) => (scored ? roundId : [])))
  const results = published.filter(({ roundId }) => scored.has(roundId))
  const last = lastResult(results)
  if (last === null || last.former === 'unseen') return NO_RANKS
  const { former } = last
  const byCorrection = former !== null
  if (!byCorrection && resultOrder(results).length < 2) return NO_RANKS
  const rounds = facts.rounds.map((round) => {
    if (round.roundId !== last.roundId || round.scored === null) return round
    return { ...round, scored: former && { ...round.scored, result: former } }
  })
  const table = standings({ ...facts, rounds })
  if (isUnscored(table)) return { ranks: new Map(), byCorrection }
  return { ranks: new Map(table.map(({ playerId, rank }) => [playerId, rank])), byCorrection }
}

export function winnersOf(table: readonly Standing[]): Winner[] {
  return table
    .filter(({ rank }) => rank <= 3)
    .map(({ playerId, rank, totalPoints }) => ({ playerId, place: rank, totalPoints }))
}

/** With rules that drop, a series may fall: each point drops the lowest of what was completed by then. */
export function graphOf(facts: SeasonFacts, table: readonly Standing[]) {
  const completed = facts.rounds.filter(({ scored }) => scored !== null)
  return table.toSorted(byName).map(({ playerId, name, scores }) => {
    const lowestFirst: number[] = []
    const points = completed.map(({ roundId }, index) => {
      const earned = scores.get(roundId)?.points ?? 0
      const place = lowestFirst.findIndex((other) => other > earned)
      lowestFirst.splice(place === -1 ? index : place, 0, earned)
      const counting = lowestFirst.slice(droppedOf(index + 1, facts.rules))
      return { roundId, points: counting.reduce((sum, one) => sum + one, 0) }
    })
    return { playerId, name, points }
  })
}

const byName = (left: Participant, right: Participant) =>
  compareNames({ name: left.name, id: left.playerId }, { name: right.name, id: right.playerId })
