import type { Instant } from '../event.ts'
import { correctionOf, newResults } from '../rounds/published-results.ts'
import { isUnfinished, type PresentRound, publishedResult } from '../rounds/round.ts'
import { isUnscored, type Standing } from '../seasons/standings.ts'
import { type Chapter, chapterOf, isOfCompleted, type SeasonSoFar, standingResults } from './chapters.ts'
import { calledIdsIn, climbOf, moversIn, pickedIn } from './picked.ts'
import { clinchedIn } from './race.ts'
import { recapSentences } from './recap-sentences.ts'

/** In the order in which they are chosen. All of them lift somebody up. */
export type RecapFact = {
  kind:
    | 'clinched'
    | 'nobody_called_it'
    | 'few_called_it'
    | 'lone_caller'
    | 'new_leader'
    | 'biggest_climb'
    | 'level_at_the_top'
    | 'tie_break'
  playerIds: number[]
  /** The champion, or the tie-break. */
  value?: string
}

export type Recap = {
  roundId: number
  at: Instant
  isCorrected: boolean
  facts: RecapFact[]
  sentences: string[]
}

const FACTS_MAX = 3
const FEW_SHARE_MAX = 1 / 4
const CLIMB_MIN = 2
const CLIMBERS_MAX = 2

/** Of the result that came last; null before the first. */
export function recapOf(season: SeasonSoFar): Recap | null {
  const roundId = standingResults(season).at(-1)
  const chapter = roundId === undefined ? null : chapterOf(season, roundId)
  if (chapter === null) return null
  const { round } = chapter
  const latest = newResults(season.results.filter(isOfCompleted(season))).at(-1)
  // Of this sport, or since then of an earlier one.
  const isCorrected =
    latest?.roundId !== round.roundId || correctionOf(season.results, round.roundId) !== null
  const facts = [
    ...clinched(chapter),
    ...callers(chapter),
    ...newLeader(chapter),
    ...biggestClimb(chapter),
    ...top(chapter),
  ].slice(0, FACTS_MAX)
  return {
    roundId: round.roundId,
    at: latest?.at ?? '',
    isCorrected,
    facts,
    sentences: recapSentences(facts, chapter, isCorrected),
  }
}

/** Where sports are added week by week, whoever leads has won all there are. */
function clinched({ before, after }: Chapter): RecapFact[] {
  const isOver = !after.rounds.some(isUnfinished)
  if (isOver && !after.hasEnded) return []
  const now = isOver ? leadingIn(after.table) : clinchedIn(after)
  const earlier = now.length === 0 ? [] : clinchedIn(before)
  const playerIds = now.filter((playerId) => !earlier.includes(playerId))
  return playerIds.length === 0 ? [] : [{ kind: 'clinched', playerIds: ascending(playerIds) }]
}

function callers({ round, after }: Chapter): RecapFact[] {
  const picked = pickedIn(after, round)?.pickedIds.length ?? 0
  const playerIds = calledIdsIn(after, round)
  const kind = kindOfCall(playerIds.length, picked)
  return kind === null ? [] : [{ kind, playerIds, ...championOf(round) }]
}

function kindOfCall(called: number, picked: number): RecapFact['kind'] | null {
  if (picked < 2) return null
  if (called === 0) return 'nobody_called_it'
  if (called === 1) return 'lone_caller'
  return called <= picked * FEW_SHARE_MAX ? 'few_called_it' : null
}

function championOf(round: PresentRound): { value?: string } {
  const { first } = publishedResult(round).places
  return first ? { value: first } : {}
}

function newLeader(chapter: Chapter): RecapFact[] {
  const leader = newLeaderIn(chapter)
  return leader === null ? [] : [{ kind: 'new_leader', playerIds: [leader] }]
}

function newLeaderIn({ isFirst, before, after }: Chapter): number | null {
  const [leader, ...others] = leadingIn(after.table)
  if (isFirst || leader === undefined || others.length > 0) return null
  return leadingIn(before.table).includes(leader) ? null : leader
}

function biggestClimb(chapter: Chapter): RecapFact[] {
  const movers = moversIn(chapter)
  const largest = Math.max(...movers.map(climbOf))
  const leader = newLeaderIn(chapter)
  const playerIds = movers
    .filter((mover) => climbOf(mover) === largest && mover.playerId !== leader)
    .map(({ playerId }) => playerId)
  const isTold = largest >= CLIMB_MIN && playerIds.length > 0 && playerIds.length <= CLIMBERS_MAX
  return isTold ? [{ kind: 'biggest_climb', playerIds: ascending(playerIds) }] : []
}

function top({ after: { table } }: Chapter): RecapFact[] {
  const leading = leadingIn(table)
  const [first] = table
  if (!first || first.totalPoints <= 0 || leading.length === 0) return []
  if (leading.length > 1) return [{ kind: 'level_at_the_top', playerIds: ascending(leading) }]
  return first.decidedBy ? [{ kind: 'tie_break', playerIds: leading, value: first.decidedBy }] : []
}

const leadingIn = (table: readonly Standing[]): number[] =>
  isUnscored(table) ? [] : table.flatMap(({ rank, playerId }) => (rank === 1 ? playerId : []))

const ascending = (ids: readonly number[]) => ids.toSorted((one, other) => one - other)
