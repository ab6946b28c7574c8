import type { Instant } from '../event.ts'
import { always, type Descriptors, type Undoing, undoBy } from '../event-descriptor.ts'
import {
  afterFirstLock,
  afterItsActivation,
  afterItsLock,
  callsTeamOtherwise,
  hadResult,
  takesTeamsAway,
} from '../record/record-rules.ts'
import type { Season } from '../seasons/season.ts'
import { reinstateRound } from './cancelling.ts'
import { presentRound, type Round, type RoundDetails, type RoundEvent } from './round.ts'
import { completeRound, correctRound, deleteRound, restoreRound, unlockRound } from './round-decisions.ts'
import { editRound, setWeight } from './round-editing.ts'
import { planActivation, unplanActivation } from './round-opening.ts'
import type { PlacedPlayers } from './round-result.ts'
import { askTieBreak, dropTieBreak } from './tie-break-question.ts'

type RoundContext = PlacedPlayers & {
  now: Instant
  season: Season
  rounds: ReadonlyMap<number, Round>
  pickedTeams: readonly string[]
  hasPicked?: boolean
  reason?: string | null
}

const ROUND = [
  'roundId',
  'seasonId',
  'sportName',
  'pickType',
  'picksMax',
  'locksAt',
  'timeZone',
  'teams',
  'slotNames',
] as const

const MAILED = 'Its mail has gone out and cannot be called back'
const SHOWN = 'Everybody has seen the picks since the lock'

export const ROUND_EVENTS = {
  RoundCreated: {
    safe: [...ROUND, 'weight'],
    updatesBoards: 'its season',
    undo: 'A sport that was created is deleted instead',
  },
  RoundCopied: {
    safe: ['roundId', 'fromRoundId', 'fromSeasonId'],
    wholeCommand: true,
    about: 'deleted',
    undo: ({ now }, { season, now: at }) => deleteRound(now, season, at),
  },
  RoundRenamed: {
    safe: ['roundId', 'sportName'],
    updatesBoards: 'its season',
    record: { as: 'words_changed', when: afterItsActivation },
    story: 'words',
    undo: (undoing, context) => undoEdit(undoing, context, ({ sportName }) => ({ sportName })),
    whenUndone: ({ sportName }) => `The sport is called ${sportName} again`,
  },
  RoundRescheduled: {
    safe: ['roundId', 'locksAt', 'timeZone'],
    updatesBoards: 'its season',
    record: {
      as: 'lock_moved',
      tellsLock: true,
      when: (context) =>
        afterItsActivation(context) &&
        'locksAt' in context.round &&
        context.round.locksAt !== context.event.data.locksAt,
    },
    asksReason: wasNoDraft,
    story: 'lock',
    about: 'lock time',
    undo: (undoing, context) =>
      undoEdit(undoing, context, ({ locksAt, timeZone }) => ({ locksAt, timeZone })),
    whenUndone: 'The lock time and its zone are as they were before',
  },
  RoundEmailMessageChanged: {
    safe: ['roundId'],
    record: { as: 'words_changed', when: afterItsActivation },
    story: 'words',
    undo: (undoing, context) => undoEdit(undoing, context, ({ emailMessage }) => ({ emailMessage })),
    whenUndone: 'The message in the mail is as it was before',
  },
  RoundPickTypeChanged: {
    safe: ['roundId', 'pickType', 'picksMax', 'slotNames'],
    updatesBoards: 'its season',
    story: 'words',
    undo: (undoing, context) =>
      undoEdit(undoing, context, ({ pickType, picksMax, slotNames = [] }) => ({
        pickType,
        picksMax,
        slotNames,
      })),
    whenUndone: 'The kind of pick is as it was before',
  },
  RoundTeamsChanged: {
    safe: ['roundId', 'teams'],
    record: { as: 'teams_changed', when: (context) => afterItsLock(context) || takesTeamsAway(context) },
    story: 'sport',
    undo: (undoing, context) => undoEdit(undoing, context, ({ teams }) => ({ teams })),
    whenUndone: 'The list of teams is as it was before',
  },
  RoundTeamRenamed: {
    safe: ['roundId', 'from', 'to'],
    updatesBoards: 'its season',
    record: { as: 'team_renamed', when: (context) => afterItsLock(context) || callsTeamOtherwise(context) },
    story: 'words',
    undo: 'A name that was given up does not come back. Rename the team once more',
  },
  RoundWeightSet: {
    safe: ['roundId', 'weight'],
    updatesBoards: 'its season',
    record: { as: 'weight_changed', when: afterFirstLock, changesPoints: true, tellsLock: true },
    asksReason: always,
    story: 'rules',
    undo: ({ before, now }, { season }) =>
      setWeight(now, season, presentRound(before).weight, { isFrozen: false, reason: null }),
    undoReason: 'since the first lock',
    whenUndone: ({ weight }) =>
      weight === 1 ? 'The sport counts once again' : `The sport counts ${weight} times again`,
  },
  TieBreakQuestionSet: {
    safe: ['roundId'],
    about: 'tie-break question',
    undo: askAgain,
    whenUndone: ({ question }) => `The tie-break question is “${question}” again`,
  },
  TieBreakQuestionDropped: {
    safe: ['roundId'],
    record: { as: 'words_changed', when: afterItsActivation },
    story: 'words',
    about: 'tie-break question',
    undo: askAgain,
    whenUndone: 'The sport no longer has a tie-break question',
  },
  TieBreakAnswered: {
    safe: ['roundId', 'value'],
    updatesBoards: 'its season',
    story: 'result',
    undo: 'The answer came with the result. Undo the result instead',
  },
  ActivationPlanned: {
    safe: ['roundId', 'opensAt'],
    about: 'opening',
    undo: planAgain,
    whenUndone: 'The sport opens at its scheduled time again',
  },
  ActivationUnplanned: {
    safe: ['roundId'],
    about: 'opening',
    undo: planAgain,
    whenUndone: 'The sport no longer opens by itself',
  },
  ActivationFailed: {
    safe: ['roundId', 'why'],
    about: 'opening',
    undo: 'Its time has passed. Schedule another one, or activate the sport',
  },
  RoundActivated: {
    safe: ['roundId', 'recipients'],
    updatesBoards: 'its season',
    story: 'opened',
    undo: MAILED,
  },
  PicksLookedAt: {
    safe: ['roundId', 'playerIds'],
    updatesBoards: 'its season',
    record: { as: 'picks_looked_at' },
    asksReason: always,
    story: 'look',
    undo: 'What was looked at cannot be unseen',
  },
  RoundLocked: {
    safe: ['roundId', 'lockedAt'],
    updatesBoards: 'its season',
    record: { as: 'locked_early', when: ({ event }) => event.data.lockedAt !== undefined },
    asksReason: (_before, { lockedAt }) => lockedAt !== undefined,
    story: 'lock',
    undo: SHOWN,
  },
  RoundCompleted: {
    safe: ['roundId', 'places', 'placements', 'rightAnswers'],
    updatesBoards: 'its season',
    record: { as: 'result_corrected', when: hadResult, changesPoints: true },
    asksReason: hasHadResult,
    story: 'result',
    about: 'result',
    undo: ({ before, now }, context) =>
      before.status === 'completed'
        ? correctRound(now, context.season, before.result, context)
        : unlockRound(now, context.season),
    undoReason: 'for a correction',
    whenUndone: 'The result from before counts again',
  },
  RoundUnlocked: {
    safe: ['roundId'],
    updatesBoards: 'its season',
    record: { as: 'result_unlocked', changesPoints: true },
    asksReason: always,
    story: 'result',
    about: 'result',
    undo: ({ before, now }, context) =>
      'result' in before ? completeRound(now, context.season, before.result, context) : [],
    whenUndone: 'The result no longer counts, until the sport is completed again',
  },
  RoundCancelled: {
    safe: ['roundId', 'cancelledAt'],
    updatesBoards: 'its season',
    record: { as: 'sport_cancelled', when: afterItsActivation },
    asksReason: wasNoDraft,
    story: 'lock',
    about: 'cancelled',
    undo: ({ now }, context) => reinstateRound(now, context.season, context.now),
    undoReason: 'always',
  },
  RoundReinstated: {
    safe: ['roundId'],
    updatesBoards: 'its season',
    record: { as: 'sport_reinstated', when: afterItsActivation },
    story: 'lock',
    about: 'cancelled',
    undo: 'Cancel the sport again instead, and give a reason',
    whenUndone: 'The sport takes place again',
  },
  RoundDeleted: {
    safe: ['roundId', 'deletedAt'],
    updatesBoards: 'its season',
    record: { as: 'sport_deleted', when: afterItsActivation, changesPoints: true },
    story: 'sport',
    about: 'deleted',
    undo: ({ now }, context) => restoreRound(now, context.season, context.now),
    whenUndone: 'The sport is deleted, and can be restored',
  },
  RoundRestored: {
    safe: ['roundId'],
    updatesBoards: 'its season',
    record: { as: 'sport_restored', when: afterItsActivation, changesPoints: true },
    story: 'sport',
    about: 'deleted',
    undo: ({ now }, context) => deleteRound(now, context.season, context.now),
    whenUndone: 'The sport is back, with all of its picks',
  },
  RoundPurged: {
    safe: ['roundId'],
    updatesBoards: 'its season',
    record: { as: 'sport_deleted', when: afterItsActivation },
    undo: 'What was deleted for ever cannot come back',
  },
} as const satisfies Descriptors<RoundEvent, Round, RoundContext>

export const undoRound = undoBy<RoundEvent, Round, RoundContext>(ROUND_EVENTS)

type UndoingRound = Undoing<Round, RoundEvent>

function undoEdit(
  { before, now }: UndoingRound,
  context: RoundContext,
  part: (before: RoundDetails) => Partial<RoundDetails>,
): RoundEvent[] {
  return editRound(now, context.season, { ...presentRound(now), ...part(presentRound(before)) }, context)
}

function askAgain({ before, now }: UndoingRound, context: RoundContext): RoundEvent[] {
  const tieBreak = 'tieBreak' in before ? before.tieBreak : null
  return tieBreak === null ? dropTieBreak(now, context.season) : askTieBreak(now, tieBreak, context)
}

function planAgain({ before, now }: UndoingRound, context: RoundContext): RoundEvent[] {
  const { opening } = presentRound(before)
  return opening === null
    ? unplanActivation(now, context.season)
    : planActivation(now, context.season, opening.opensAt, context.now)
}

function hasHadResult(before: Round): boolean {
  return before.status === 'completed' || ('unlockedAt' in before && before.unlockedAt !== null)
}

function wasNoDraft(before: Round): boolean {
  return before.status !== 'draft'
}
