import { bestRankIn } from './best-rank.ts'
import { type Contest, contestOf } from './contest.ts'
import { everyOutcome } from './every-outcome.ts'
import { leadIn } from './leads.ts'
import { type Contender, isRising, type RaceFacts, remainingIn } from './remaining.ts'
import { type Scenario, scenariosOf } from './scenarios.ts'

export type RaceRow = {
  playerId: number
  bestTotal: number
  bestRank: number
  canWin: boolean
  canPodium: boolean
  clinched: boolean
}

export type Race = {
  /** Where it is false, a player can win unless that is ruled out, and has clinched only where that is sure. */
  exact: boolean
  remaining: number
  rows: readonly RaceRow[]
  scenarios?: readonly Scenario[]
  why?: string
}

/** Who can still win, if the sports of now are played by the rules of now. */
export function raceOf(season: RaceFacts): Race {
  const { facts } = season
  const sports = remainingIn(season)
  const remaining = sports.open.length + sports.locked.length
  if (remaining > 0 && isRising(facts)) {
    return { exact: false, remaining, rows: [], why: 'This cannot be told with these points' }
  }
  const contest = contestOf(facts, sports)
  const [bestRankOf, clinchOf] = [bestRankIn(contest), clinchIn(contest)]
  const chances = sports.contenders.map((one) => ({ one, best: bestRankOf(one), clinch: clinchOf(one) }))
  const isExact = chances.every(({ best, clinch }) => best.isExact && clinch.isExact)
  const looked = isExact ? null : everyOutcome(facts, sports)
  const rows = chances.map(({ one: { playerId }, best, clinch }): RaceRow => {
    const { bestRank, clinched } = looked?.get(playerId) ?? { ...best, ...clinch }
    const [canWin, canPodium] = [bestRank === 1, bestRank <= 3]
    return { playerId, bestTotal: best.bestTotal, bestRank, canWin, canPodium, clinched }
  })
  const scenarios = scenariosOf(
    contest,
    sports.contenders.filter((_, index) => rows[index]?.canWin),
  )
  return { exact: isExact || looked !== null, remaining, rows, ...(scenarios && { scenarios }) }
}

/** While sports remain. Only where it is sure without a look at all outcomes, which takes long. */
export function clinchedIn({ facts, rounds }: RaceFacts): number[] {
  if (isRising(facts)) return []
  const contest = contestOf(facts, remainingIn({ facts, rounds }))
  const clinchOf = clinchIn(contest)
  return contest.contenders.flatMap((one) => (clinchOf(one).clinched ? one.playerId : []))
}

/** One rival at a time is enough, since only one has to be ahead. */
function clinchIn(contest: Contest) {
  const leadOf = leadIn(contest)
  const highestOf = (one: Contender) => contest.boundsOf(one).highest.totalPoints
  const strongestFirst = contest.contenders.toSorted((one, other) => highestOf(other) - highestOf(one))

  return (player: Contender): { clinched: boolean; isExact: boolean } => {
    let isExact = true
    let canAllBeLevel = true
    for (const rival of strongestFirst) {
      if (rival === player) continue
      const lead = leadOf(rival, player)
      const isOpen = lead.ahead === 0 && !contest.isSure
      if (lead.ahead > 0 && lead.isExact) return { clinched: false, isExact: true }
      isExact &&= lead.ahead <= 0 && !isOpen
      canAllBeLevel &&= lead.points >= 0
    }
    // While all totals are 0, nobody leads.
    const isScored = !canAllBeLevel || !contest.canAllBeZero
    return { clinched: isExact && isScored, isExact }
  }
}
