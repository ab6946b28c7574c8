import type { Aggregate, Instant, Placed } from '../event.ts'
import type { PickLinkEvent } from '../picks/pick-links.ts'
import { Refusal } from '../refusal.ts'
import { activeSeason, isPlayed, type Season } from '../seasons/season.ts'
import { type Look, lookBy } from './looks.ts'
import {
  type DueReminder,
  dueReminders,
  NO_REMINDERS_DONE,
  type ReminderEvent,
  type RemindersDone,
  type ReminderTimes,
  withReminder,
} from './reminders.ts'
import { isOpenAt, playedRound, type Round } from './round.ts'

export type NoticeEvent = ReminderEvent | PickLinkEvent

/** Links and reminders have a stream of their own, so that they never collide with an admin's change. */
export type Notices = { done: RemindersDone; copied: readonly Look[] }

export const notices: Aggregate<Notices, NoticeEvent, [roundId: number]> = {
  stream: (roundId) => `notices-${roundId}`,
  initial: { done: NO_REMINDERS_DONE, copied: [] },
  evolve,
}

function evolve(state: Notices, event: NoticeEvent & Placed): Notices {
  switch (event.type) {
    case 'PlayersReminded':
    case 'ReminderSkipped':
      return { ...state, done: withReminder(state.done, event) }
    case 'PickLinkCopied':
      return { ...state, copied: [...state.copied, lookBy(event, [event.data.playerId])] }
    case 'PickLinkResent':
      return state
  }
}

/** `recipients` are active participants with an address, without a pick, who want reminders. */
export function remindByHand(
  state: Round,
  season: Season,
  recipients: readonly number[],
  now: Instant,
): ReminderEvent[] {
  const current = playedRound(state)
  activeSeason(season)
  if (!isOpenAt(current, now)) throw new Refusal('reminders-need-open-sport')
  if (recipients.length === 0) return []
  const { roundId, seasonId } = current
  return [{ type: 'PlayersReminded', data: { roundId, seasonId, kind: 'by_hand', recipients } }]
}

export function remindOnTime(
  { done }: Notices,
  { round, season }: { round: Round; season: Season },
  { kind, slot }: Pick<DueReminder, 'kind' | 'slot'>,
  { times, recipients, now }: { times: ReminderTimes; recipients: readonly number[]; now: Instant },
): ReminderEvent[] {
  if (round.status !== 'active' || round.deletedAt !== null || round.cancelled !== null) return []
  if (!isPlayed(season)) return []
  if (round.locksAt !== times.locksAt) return []
  const due = dueReminders(done, times, now).find((one) => one.kind === kind && one.slot === slot)
  if (!due) return []
  const { roundId, seasonId } = round
  const why = due.skipped ?? (recipients.length === 0 ? 'nobody_left' : null)
  if (why !== null) return [{ type: 'ReminderSkipped', data: { roundId, seasonId, kind, slot, why } }]
  return [
    {
      type: 'PlayersReminded',
      data: { roundId, seasonId, kind, recipients, ...(kind === 'daily' ? { slot } : {}) },
    },
  ]
}
