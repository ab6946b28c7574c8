import type { RoundList } from '../../../api/contract/rounds.ts'
import type { SeasonList } from '../../../api/contract/seasons.ts'
import { isLocking } from '../../locking.ts'
import { isOpen } from '../seasons/season-text.ts'
import { isPlayed } from '../sports/sport-order.ts'

type Round = RoundList[number]

const DAY_MS = 24 * 3_600_000
const LISTED_MAX = 5

export type Overview = {
  /** Locked, and nobody has said how they ended. */
  withoutResult: Round[]
  /** Locking within a day, while somebody has not picked. */
  waitingForPicks: Round[]
  /** Still drafts a day before their lock time, or later. */
  lateDrafts: Round[]
  nextLocks: Round[]
  lastResults: Round[]
}

/** What goes on in the seasons that are open, as of `now` in ms. */
export function overviewOf(rounds: RoundList, seasons: SeasonList, now: number): Overview {
  const open = new Set(seasons.filter(isOpen).map(({ id }) => id))
  const byLock = rounds.filter(({ season_id }) => open.has(season_id)).toSorted(earlierLockFirst)
  const played = byLock.filter(isPlayed)
  const having = (status: Round['status']) => played.filter((round) => round.status === status)
  const isSoon = (round: Round) => Date.parse(round.lock_time) - now <= DAY_MS && !isLocking(round)
  return {
    withoutResult: having('locked'),
    waitingForPicks: having('active').filter((round) => isSoon(round) && missingIn(round).length > 0),
    lateDrafts: having('draft').filter(isSoon),
    nextLocks: having('active').slice(0, LISTED_MAX),
    lastResults: having('completed').toReversed().slice(0, LISTED_MAX),
  }
}

export const missingIn = ({ participants }: Round): string[] =>
  participants.filter(({ hasPicked }) => !hasPicked).map(({ name }) => name)

const earlierLockFirst = (one: Round, other: Round) =>
  Date.parse(one.lock_time) - Date.parse(other.lock_time) || one.id - other.id
