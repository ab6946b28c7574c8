import type { Instant } from '../../domain/event.ts'
import { type NoticeEvent, notices } from '../../domain/rounds/asking.ts'
import type { RemindersDone } from '../../domain/rounds/reminders.ts'
import { type Round, type RoundEvent, type RoundResult, sameResult } from '../../domain/rounds/round.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import type { LoggedEvent } from '../engine/logged-event.ts'
import type { SeasonDocument } from './season-document.ts'

export type RoundNotes = {
  seasonId: number
  hasResult: boolean
  /** Reminders are looked for each second, without the season. */
  open: { locksAt: Instant; timeZone: string } | null
  createdAt: Instant
  updatedAt: Instant
  /** What calendars know it by, for ever. */
  calendarUid: string
  calendarSequence: number
  unlockedAt: Instant | null
  corrected: { at: Instant; reason: string | null } | null
  cancelledReason: string | null
  reminders: {
    done: RemindersDone
    dailyArmedAt: Instant
    beforeLockArmedAt: Instant
  }
  /** A personal link that was copied opens its pick as well. */
  looks: readonly Look[]
}

export type Look = {
  position: Position
  at: Instant
  adminId: number
  playerIds: readonly number[]
  reason: string | null
}

/** Null before the round is created, and once it is purged. `season` is as it was before the event. */
export function evolveNotes(
  notes: RoundNotes | null,
  event: LoggedEvent & (RoundEvent | NoticeEvent),
  season: SeasonDocument | null,
): RoundNotes | null {
  if (event.type === 'RoundCreated') return notesOfNew(event)
  if (notes === null) return null
  const { occurredAt: at, reason = null } = event.metadata
  const { reminders, calendarSequence } = notes
  const armed = { ...reminders, dailyArmedAt: at, beforeLockArmedAt: at }
  const changed = { ...notes, updatedAt: at }
  switch (event.type) {
    case 'RoundRenamed':
    case 'RoundEmailMessageChanged':
    case 'RoundPickTypeChanged':
    case 'RoundTeamsChanged':
    case 'RoundTeamRenamed':
    case 'RoundWeightSet':
    case 'TieBreakQuestionSet':
    case 'TieBreakQuestionDropped':
    case 'ActivationPlanned':
    case 'ActivationUnplanned':
    case 'ActivationFailed':
    case 'RoundDeleted':
      return changed
    case 'RoundLocked': {
      const isMoved = event.data.lockedAt !== undefined
      return { ...changed, calendarSequence: calendarSequence + (isMoved ? 1 : 0) }
    }
    case 'RoundRescheduled':
      return { ...changed, ...afterMove(notes, event, season) }
    case 'RoundActivated':
      return { ...changed, calendarSequence: 0, reminders: armed }
    case 'RoundRestored':
      return { ...changed, reminders: armed }
    case 'RoundCancelled':
      return { ...changed, calendarSequence: calendarSequence + 1, cancelledReason: reason }
    case 'RoundReinstated':
      return {
        ...changed,
        calendarSequence: calendarSequence + 1,
        cancelledReason: null,
        reminders: armed,
      }
    case 'TieBreakAnswered':
      return isCorrection(event, season) ? { ...changed, corrected: { at, reason } } : changed
    case 'RoundCompleted': {
      const corrected = isCorrection(event, season) ? { at, reason } : notes.corrected
      return { ...changed, hasResult: true, corrected }
    }
    case 'RoundUnlocked':
      return { ...changed, hasResult: false, unlockedAt: at }
    case 'PlayersReminded':
    case 'ReminderSkipped':
      return { ...notes, reminders: { ...reminders, done: notices.evolve(reminders.done, event) } }
    case 'PicksLookedAt':
      return { ...notes, looks: [...notes.looks, lookIn(event, event.data.playerIds)] }
    case 'PickLinkCopied':
      return season?.season.picksSealed
        ? { ...notes, looks: [...notes.looks, lookIn(event, [event.data.playerId])] }
        : notes
    case 'RoundCopied':
    case 'PickLinksReplaced':
    case 'PickLinkResent':
      return notes
    case 'RoundPurged':
      return null
  }
}

function notesOfNew({
  id,
  data,
  metadata,
}: LoggedEvent & Extract<RoundEvent, { type: 'RoundCreated' }>): RoundNotes {
  const at = metadata.occurredAt
  return {
    seasonId: data.seasonId,
    hasResult: false,
    open: null,
    createdAt: at,
    updatedAt: at,
    calendarUid: id,
    calendarSequence: 0,
    unlockedAt: null,
    corrected: null,
    cancelledReason: null,
    reminders: { done: notices.initial, dailyArmedAt: at, beforeLockArmedAt: at },
    looks: [],
  }
}

type Move = LoggedEvent & Extract<RoundEvent, { type: 'RoundRescheduled' }>

export function whileOpen(round: Round | undefined): RoundNotes['open'] {
  if (round?.status !== 'active' || round.deletedAt !== null || round.cancelledAt !== null) return null
  return { locksAt: round.locksAt, timeZone: round.timeZone }
}

function afterMove({ calendarSequence, reminders }: RoundNotes, event: Move, season: SeasonDocument | null) {
  const round = season?.rounds.get(event.data.roundId)
  if (round === undefined || !('locksAt' in round)) return {}
  const { locksAt, timeZone } = event.data
  const at = event.metadata.occurredAt
  const isOtherLock = locksAt !== round.locksAt
  return {
    calendarSequence: calendarSequence + (isOtherLock ? 1 : 0),
    reminders: {
      ...reminders,
      dailyArmedAt: timeZone !== round.timeZone ? at : reminders.dailyArmedAt,
      beforeLockArmedAt: isOtherLock ? at : reminders.beforeLockArmedAt,
    },
  }
}

function isCorrection(
  event: Extract<RoundEvent, { type: 'TieBreakAnswered' | 'RoundCompleted' }>,
  season: SeasonDocument | null,
): boolean {
  const { roundId } = event.data
  const last = season?.results.findLast((one) => one.roundId === roundId)
  if (last === undefined) return false
  if (event.type === 'RoundCompleted') return !sameResult(outcomeOf(last.result), outcomeOf(event.data))
  const round = season?.rounds.get(roundId)
  return ((round && 'answer' in round && round.answer) ?? null) !== event.data.value
}

const outcomeOf = ({ answer: _, ...outcome }: RoundResult): RoundResult => outcome

const lookIn = ({ position, metadata }: LoggedEvent, playerIds: readonly number[]): Look => ({
  position,
  at: metadata.occurredAt,
  adminId: 'id' in metadata.actor ? metadata.actor.id : 0,
  playerIds,
  reason: metadata.reason ?? null,
})
