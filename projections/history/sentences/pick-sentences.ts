import type { Actor } from '../../../domain/event.ts'
import { listed } from '../../../domain/names.ts'
import { askedText, isLateRequest } from '../../../domain/picks/late-request.ts'
import {
  countingGuess,
  countingPick,
  isBehindLock,
  isGuess,
  isInTime,
  isVersion,
  lastGuess,
  type Pick,
  type PickEvent,
} from '../../../domain/picks/pick.ts'
import type { Lock } from '../../../domain/rounds/round.ts'
import { namedPicks, type SlotNames } from '../../../domain/rounds/slot-names.ts'
import { type Action, action } from './wording.ts'

export type PickContext = {
  sport: string
  player: string
  actor: Actor
  /** Undefined where the sport was deleted for ever, and every pick with it. */
  made: Pick[number] | undefined
  before: Pick
  lock: Lock & { slotNames?: SlotNames }
}

type PickSentences = Record<PickEvent['type'], (context: PickContext) => Action>

export const pickSentences: PickSentences = {
  PickSubmitted: (context) => {
    const picks = picksOf(context)
    const what = isOwn(context)
      ? `picked ${picks} for ${context.sport}`
      : `submitted the ${ofPlayer(context, 'pick')}: ${picks}`
    return action(`${what}${formerly(context, picks)}${tooLate(context)}`, changes(context, picks))
  },
  PickEntered: (context) => {
    const picks = picksOf(context)
    const what = `entered the ${ofPlayer(context, 'pick')}${afterLock(context)}: ${picks}`
    return action(`${what}${formerly(context, picks)}`, changes(context, picks))
  },
  PickEntryWithdrawn: (context) =>
    action(
      `${tookAway(context, 'pick')} ${ofPlayer(context, 'pick')}${formerly(context)}`,
      changes(context, 'no pick'),
    ),

  TieBreakGuessed: (context) => {
    const guess = guessOf(context)
    const what = isOwn(context)
      ? `guessed ${guess} for ${context.sport}`
      : `submitted the ${ofPlayer(context, 'guess')}: ${guess}`
    return action(`${what}${formerlyGuessed(context)}${tooLate(context)}`, guessChanges(context, `${guess}`))
  },
  TieBreakGuessEntered: (context) => {
    const guess = guessOf(context)
    const of = ofPlayer(context, 'guess')
    const what =
      guess === null
        ? `${tookAway(context, 'guess')} ${of}`
        : `entered the ${of}${afterLock(context)}: ${guess}`
    return action(`${what}${formerlyGuessed(context)}`, guessChanges(context, `${guess ?? 'no guess'}`))
  },
  PickAskedLate: ({ made, lock, sport }) => {
    if (!made || !isLateRequest(made)) return action(`asked for a late pick for ${sport}`)
    const { asked, askedGuess } = made
    const picks = listed(namedPicks(asked, lock.slotNames), 'nothing')
    const guess = askedGuess === null ? '' : ` (guess: ${askedGuess})`
    return action(`${askedText(made, lock)}, to pick ${picks}${guess} for ${sport}`)
  },
}

function tooLate({ made, lock }: PickContext): string {
  if (!made || isInTime(made, lock)) return ''
  return isBehindLock(made, lock) && made.at < lock.locksAt
    ? '. It reached the log only after the lock and does not count'
    : '. It came after the lock and does not count'
}

const afterLock = ({ made, lock }: PickContext) => (made && isBehindLock(made, lock) ? ' after the lock' : '')

export const hiddenPickSentences: PickSentences = {
  PickSubmitted: (context) => submitted(context, 'pick'),
  PickEntered: (context) => action(`entered the ${ofPlayer(context, 'pick')}${staysHidden(context)}`),
  PickEntryWithdrawn: (context) => action(`${tookAway(context, 'pick')} ${ofPlayer(context, 'pick')}`),
  TieBreakGuessed: (context) => submitted(context, 'guess'),
  TieBreakGuessEntered: (context) =>
    context.made && guessOf(context) === null
      ? action(`${tookAway(context, 'guess')} ${ofPlayer(context, 'guess')}`)
      : action(`entered the ${ofPlayer(context, 'guess')}${staysHidden(context)}`),
  PickAskedLate: ({ sport }) => action(`asked for a late pick for ${sport}`),
}

function submitted(context: PickContext, what: string): Action {
  const made = isOwn(context)
    ? `made a ${what} for ${context.sport}`
    : `submitted the ${ofPlayer(context, what)}`
  return action(`${made}${staysHidden(context)}`)
}

const staysHidden = ({ made }: PickContext) => (made ? '. It stays hidden until the lock' : '')

const isOwn = ({ actor }: PickContext) => actor.kind === 'player'

const ofPlayer = ({ player, sport }: PickContext, what: string) => `${what} of ${player} for ${sport}`

/** What a player made is cleared; what an admin entered is withdrawn. */
function tookAway({ before, lock }: PickContext, what: 'pick' | 'guess'): string {
  const former = what === 'guess' ? lastGuess(before, lock) : countingPick(before, lock)
  return former?.by === 'admin' ? 'withdrew the entered' : 'cleared the'
}

const guessOf = ({ made }: PickContext) => (made && isGuess(made) ? made.guess : null)

const formerlyGuessed = ({ before, lock }: PickContext) => {
  const was = countingGuess(before, lock)
  return was === null ? '' : ` (was: ${was})`
}

const guessChanges = ({ before, lock }: PickContext, after: string) => [
  { field: 'guess', before: `${countingGuess(before, lock) ?? 'no guess'}`, after },
]

const picksOf = ({ made, lock }: PickContext) =>
  listed(made && isVersion(made) ? namedPicks(made.picks, lock.slotNames) : [], 'nothing')

/** Nothing where it is the same, which came again with another guess. */
function formerly(context: PickContext, picks = ''): string {
  const was = formerPick(context)
  return was === null || was === picks ? '' : ` (was: ${was})`
}

const changes = (context: PickContext, after: string) => [
  { field: 'pick', before: formerPick(context) ?? 'no pick', after },
]

function formerPick({ before, lock }: PickContext): string | null {
  const version = countingPick(before, lock)
  return version && listed(namedPicks(version.picks, lock.slotNames))
}
