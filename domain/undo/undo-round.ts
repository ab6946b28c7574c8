import type { Instant } from '../event.ts'
import { reinstateRound } from '../rounds/cancelling.ts'
import {
  type Answers,
  presentRound,
  type Round,
  type RoundDetails,
  type RoundEvent,
} from '../rounds/round.ts'
import {
  completeRound,
  correctRound,
  deleteRound,
  restoreRound,
  unlockRound,
} from '../rounds/round-decisions.ts'
import { editRound, setWeight } from '../rounds/round-editing.ts'
import { planActivation, unplanActivation } from '../rounds/round-opening.ts'
import type { PlacedPlayers } from '../rounds/round-result.ts'
import { askTieBreak, dropTieBreak } from '../rounds/tie-break-question.ts'
import type { Season } from '../seasons/season.ts'
import { irreversible, type Undoing } from './undo.ts'

export type RoundContext = PlacedPlayers & {
  now: Instant
  season: Season
  /** All of the season. */
  rounds: ReadonlyMap<number, Round>
  pickedTeams: readonly string[]
  answers?: Answers
  earliestLock?: Instant
}

export const MAILED = 'The mail that went out with it cannot be called back'

export function undoRound(
  { event, before, now }: Undoing<Round, RoundEvent>,
  context: RoundContext,
): RoundEvent[] {
  const { season } = context
  if (now.status === 'missing') return irreversible('The sport has moved to another season since')
  switch (event.type) {
    case 'RoundCreated':
      return irreversible('A sport that was created is deleted instead')
    case 'RoundMovedOut':
    case 'RoundMovedIn':
      return irreversible('A sport is moved back where it is edited')
    case 'RoundRenamed':
    case 'RoundRescheduled':
    case 'RoundEmailMessageChanged':
    case 'RoundPickTypeChanged':
    case 'RoundTeamsChanged':
      return editRound(now, season, detailsBefore(event.type, before, now), context)
    case 'RoundWeightSet':
      return setWeight(now, season, presentRound(before).weight, { isFrozen: false, reason: null })
    case 'TieBreakQuestionSet':
    case 'TieBreakQuestionDropped': {
      // A question can be dropped from a deleted sport.
      const tieBreak = 'tieBreak' in before ? before.tieBreak : null
      if (tieBreak === null) return dropTieBreak(now, season, context.now, context.answers)
      // Nothing was asked after a question that was dropped, so all guesses answer it.
      return askTieBreak(
        now,
        tieBreak,
        event.type === 'TieBreakQuestionDropped' ? { ...context, answers: 'none' } : context,
      )
    }
    case 'TieBreakAnswered':
      return irreversible('The answer came with the result: undo that instead')
    case 'ActivationPlanned':
    case 'ActivationUnplanned': {
      const { opening } = presentRound(before)
      return opening === null
        ? unplanActivation(now, season)
        : planActivation(now, season, opening.opensAt, context.now)
    }
    case 'ActivationFailed':
      return irreversible('The time has passed: plan another one, or activate the sport')
    case 'RoundActivated':
      return irreversible(MAILED)
    case 'PickLinksReplaced':
      return irreversible('Links that were replaced do not come back')
    case 'PicksLookedAt':
      return irreversible('What was looked at cannot be unseen')
    case 'RoundClosedEarly':
    case 'RoundLocked':
      return irreversible('Everybody has been shown the picks since the lock')
    case 'RoundCompleted':
      return before.status === 'completed'
        ? correctRound(now, season, before.result, context)
        : unlockRound(now, season)
    case 'RoundUnlocked':
      return 'result' in before ? completeRound(now, season, before.result, context) : []
    case 'RoundCancelled':
      return reinstateRound(now, season)
    case 'RoundReinstated':
      return irreversible('Cancel the sport again instead, which takes a reason')
    case 'RoundDeleted':
      return restoreRound(now, season)
    case 'RoundRestored':
      return deleteRound(now, season, context.now)
    case 'RoundPurged':
      return irreversible('What was deleted permanently cannot come back')
  }
}

type Detail =
  | 'RoundRenamed'
  | 'RoundRescheduled'
  | 'RoundEmailMessageChanged'
  | 'RoundPickTypeChanged'
  | 'RoundTeamsChanged'

/** The current details, with only the part that the event changed put back. */
function detailsBefore(type: Detail, before: Round, now: Round): RoundDetails {
  const current = presentRound(now)
  const { sportName, locksAt, timeZone, emailMessage, pickType, picksMax, slotNames, teams } =
    presentRound(before)
  switch (type) {
    case 'RoundRenamed':
      return { ...current, sportName }
    case 'RoundRescheduled':
      return { ...current, locksAt, timeZone }
    case 'RoundEmailMessageChanged':
      return { ...current, emailMessage }
    case 'RoundPickTypeChanged':
      return { ...current, pickType, picksMax, slotNames: slotNames ?? [] }
    case 'RoundTeamsChanged':
      return { ...current, teams }
  }
}
