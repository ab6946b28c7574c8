import type { RoundList, RoundStatus } from '../../../api/contract/rounds.ts'
import { compareTexts } from '../../../domain/names.ts'
import { isLocking } from '../../locking.ts'

type Listed = Pick<RoundList[number], 'status' | 'lock_time' | 'cancelled_at'>

const order: RoundStatus[] = ['locked', 'active', 'draft', 'completed']

/** What waits for a result comes first, then what locks next, then drafts, then what is cancelled. */
export const byUrgency = (one: Listed, other: Listed) =>
  Number(!isPlayed(one)) - Number(!isPlayed(other)) ||
  order.indexOf(one.status) - order.indexOf(other.status) ||
  compareTexts(one.lock_time, other.lock_time)

export const isPlayed = ({ cancelled_at }: { cancelled_at?: string }) => cancelled_at === undefined

export const hasLockPassed = ({ lock_time }: Listed) => Date.parse(lock_time) <= Date.now()

/** A draft that nobody needs to activate. */
export const opensByItself = ({ status, opens_at, opening_failed }: RoundList[number]) =>
  status === 'draft' && opens_at !== undefined && !opening_failed
/** What an admin may do with it. A result waits for the lock. */
export const actsAs = (sport: Listed) => (isLocking(sport) ? 'locked' : sport.status)

export const isOpen = (sport: Listed) => sport.status === 'active' && isPlayed(sport) && !hasLockPassed(sport)

export const newestFirst = (one: Listed, other: Listed) => compareTexts(other.lock_time, one.lock_time)
