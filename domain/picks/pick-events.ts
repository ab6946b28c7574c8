import type { Instant } from '../event.ts'
import { always, type Descriptors, type Undoing, undoBy } from '../event-descriptor.ts'
import { afterItsLockOrReplacing } from '../record/record-rules.ts'
import { Refusal } from '../refusal.ts'
import { presentRound } from '../rounds/round.ts'
import {
  countingGuess,
  countingPick,
  enterPick,
  isCleared,
  isGuess,
  isVersion,
  madeBy,
  type Pick,
  type PickContext,
  type PickEvent,
  reenterGuess,
  withdrawPickEntry,
} from './pick.ts'

type UndoContext = PickContext & { at: Instant }
type GuessEntered = Extract<PickEvent, { type: 'TieBreakGuessEntered' }>

export const PICK_EVENTS = {
  PickSubmitted: {
    safe: ['roundId', 'playerId', 'picks', 'submittedAt'],
    story: 'pick',
    about: 'pick',
    undo: 'pick-changes-instead',
  },
  PickEntered: {
    safe: ['roundId', 'playerId', 'picks', 'enteredAt'],
    record: { as: 'pick_entered', when: afterItsLockOrReplacing, tellsLock: true },
    asksReason: (before) => before.some((one) => isVersion(one) && one.picks.length > 0),
    story: 'pick',
    about: 'pick',
    undo: undoEntry,
    whenUndone: ({ picks }) => `The pick is ${picks.filter((pick) => pick !== '').join(', ')} again`,
  },
  PickEntryWithdrawn: {
    safe: ['roundId', 'playerId', 'withdrawnAt', 'cleared'],
    record: { as: 'pick_cleared', when: afterItsLockOrReplacing, tellsLock: true },
    asksReason: always,
    story: 'pick',
    about: 'pick',
    undo: undoEntry,
    whenUndone: 'The player no longer has a pick',
  },
  TieBreakGuessed: {
    safe: ['roundId', 'playerId', 'value', 'submittedAt'],
    story: 'pick',
    about: 'guess',
    undo: 'guess-changes-instead',
  },
  TieBreakGuessEntered: {
    safe: ['roundId', 'playerId', 'value', 'enteredAt'],
    record: { as: 'pick_entered', when: afterItsLockOrReplacing, tellsLock: true },
    story: 'pick',
    about: 'guess',
    undo: undoGuess,
    whenUndone: ({ value }) =>
      value === null ? 'The player no longer has a guess' : `The guess is ${value} again`,
  },
  PickAskedLate: {
    safe: ['roundId', 'playerId', 'picks', 'guess', 'askedAt'],
    story: 'asked',
    undo: 'nothing-changed',
  },
} as const satisfies Descriptors<PickEvent, Pick, UndoContext>

export const undoPick = undoBy<PickEvent, Pick, UndoContext>(PICK_EVENTS)

function undoEntry({ event, before, now }: Undoing<Pick, PickEvent>, context: UndoContext): PickEvent[] {
  const round = presentRound(context.round)
  const { at } = context
  const earlier = countingPick(before, round)
  return [
    ...undoGuessWith(event, { before, now }, context),
    ...(earlier
      ? enterPick(now, context, earlier.picks, at)
      : withdrawPickEntry(now, context, at, isCleared(before, round))),
  ]
}

function undoGuess({ event, before, now }: Undoing<Pick, GuessEntered>, context: UndoContext): PickEvent[] {
  const round = presentRound(context.round)
  if (event.data.value === null && !countingPick(now, round)) throw new Refusal('undo-cleared-pick')
  return reenterGuess(now, context, countingGuess(before, round), context.at)
}

/** What the command said of the guess goes with what it said of the pick. */
function undoGuessWith(
  event: PickEvent,
  { before, now }: { before: Pick; now: Pick },
  context: UndoContext,
): PickEvent[] {
  const round = presentRound(context.round)
  const guess = before.at(-1)
  const isTogether = guess && isGuess(guess) && guess.by === 'admin' && guess.at === madeBy(event).at
  if (!isTogether || round.tieBreak === null) return []
  return reenterGuess(now, context, countingGuess(before.slice(0, -1), round), context.at)
}
