import type { RoundList } from '../../../api/contract/rounds.ts'
import type { SeasonList } from '../../../api/contract/seasons.ts'
import { isLocking } from '../../locking.ts'
import { isOpen } from '../seasons/season-text.ts'
import { isPlayed, opensByItself } from '../sports/sport-order.ts'

/** `season` where several run. */
export type Round = RoundList[number] & { season?: string | undefined }

const DAY_MS = 24 * 3_600_000
const LISTED_MAX = 5

export type Overview = {
  /** Locked, and nobody has said how they ended. */
  withoutResult: Round[]
  /** Locking within a day, while somebody has not picked. */
  waitingForPicks: Round[]
  /** Still drafts a day before their lock time, or later. */
  lateDrafts: Round[]
  /** Where none runs: the one that ended last. */
  toFollow: SeasonList[number] | undefined
  nextLocks: Round[]
  lastResults: Round[]
}

/** What goes on in the seasons that run, or in all where none does, as of `now` in ms. */
export function overviewOf(rounds: RoundList, seasons: SeasonList, now: number): Overview {
  const open = new Set(seasons.filter(isOpen).map(({ id }) => id))
  const nameOf = (id: number) =>
    open.size > 1 ? seasons.find((season) => season.id === id)?.name : undefined
  const byLock = rounds
    .filter(isPlayed)
    .toSorted(earlierLockFirst)
    .map((round): Round => ({ ...round, season: nameOf(round.season_id) }))
  const played = byLock.filter(({ season_id }) => open.has(season_id))
  const having = (status: Round['status']) => played.filter((round) => round.status === status)
  const isSoon = (round: Round) => Date.parse(round.lock_time) - now <= DAY_MS && !isLocking(round)
  return {
    withoutResult: having('locked'),
    waitingForPicks: having('active').filter((round) => isSoon(round) && missingIn(round).length > 0),
    lateDrafts: having('draft').filter((round) => isSoon(round) && !opensByItself(round)),
    toFollow:
      open.size > 0 ? undefined : seasons.filter(({ ended_at }) => ended_at).toSorted(lastEndedFirst)[0],
    nextLocks: having('active').slice(0, LISTED_MAX),
    lastResults: (open.size > 0 ? played : byLock)
      .filter(({ status }) => status === 'completed')
      .toReversed()
      .slice(0, LISTED_MAX),
  }
}

export const missingIn = ({ participants }: Round): string[] =>
  participants.filter(({ hasPicked }) => !hasPicked).map(({ name }) => name)

const lastEndedFirst = (one: SeasonList[number], other: SeasonList[number]) =>
  Date.parse(other.ended_at ?? '') - Date.parse(one.ended_at ?? '')

const earlierLockFirst = (one: Round, other: Round) =>
  Date.parse(one.lock_time) - Date.parse(other.lock_time) || one.id - other.id
