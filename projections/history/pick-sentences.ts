import { countingGuess, countingPick, type PickEvent } from '../../domain/picks/pick.ts'
import { namedPicks } from '../../domain/rounds/slot-names.ts'
import type { SentenceContext, Sentences } from './sentences.ts'
import { action, listed } from './wording.ts'

export const pickSentences: Sentences<PickEvent> = {
  PickSubmitted: (context) => {
    const { event, names, metadata } = context
    const { roundId, playerId, picks, submittedAt } = event.data
    const { name, locksAt, slotNames } = names.round(roundId)
    const made = listed(namedPicks(picks, slotNames))
    const own = metadata.actor.kind === 'player'
    const what = own
      ? `picked ${made} for ${name}`
      : `submitted the pick of ${names.player(playerId)} for ${name}: ${made}`
    const late = submittedAt >= locksAt ? '. It came after the lock and does not count' : ''
    return action(`${what}${former(context, made)}${late}`, changes(context, made))
  },
  PickEntered: (context) => {
    const { event, names } = context
    const { roundId, playerId, picks, enteredAt } = event.data
    const { name, locksAt, slotNames } = names.round(roundId)
    const made = listed(namedPicks(picks, slotNames))
    const when = enteredAt > locksAt ? ' after the lock' : ''
    const what = `entered the pick of ${names.player(playerId)} for ${name}${when}: ${made}`
    return action(`${what}${former(context, made)}`, changes(context, made))
  },
  PickEntryWithdrawn: (context) => {
    const { event, names } = context
    const { roundId, playerId } = event.data
    const what = `withdrew the entered pick of ${names.player(playerId)} for ${names.round(roundId).name}`
    return action(`${what}${former(context)}`, changes(context, 'no pick'))
  },

  TieBreakGuessed: (context) => {
    const { event, names, metadata } = context
    const { roundId, playerId, value } = event.data
    const { name, locksAt } = names.round(roundId)
    const who = metadata.actor.kind === 'player' ? '' : ` of ${names.player(playerId)}`
    const late = event.data.submittedAt >= locksAt ? '. It came after the lock and does not count' : ''
    const verb =
      who === '' ? `guessed ${value} for ${name}` : `submitted the guess${who} for ${name}: ${value}`
    return action(`${verb}${formerlyGuessed(context)}${late}`, guessChanges(context, `${value}`))
  },
  TieBreakGuessEntered: (context) => {
    const { event, names } = context
    const { roundId, playerId, value, enteredAt } = event.data
    const { name, locksAt } = names.round(roundId)
    const guess = `guess of ${names.player(playerId)} for ${name}`
    const when = enteredAt > locksAt ? ' after the lock' : ''
    const what = value === null ? `withdrew the entered ${guess}` : `entered the ${guess}${when}: ${value}`
    return action(
      `${what}${formerlyGuessed(context)}`,
      guessChanges(context, value === null ? 'no guess' : `${value}`),
    )
  },
}

const SEALED = 'It stays sealed until the lock'

/** That it was made, and never which. */
export const sealedPickSentences: Sentences<PickEvent> = {
  PickSubmitted: (context) => action(`${submitted(context, 'pick')}. ${SEALED}`),
  PickEntered: (context) => action(`entered ${ofPlayer(context, 'pick')}. ${SEALED}`),
  PickEntryWithdrawn: (context) => action(`withdrew ${ofPlayer(context, 'entered pick')}`),
  TieBreakGuessed: (context) => action(`${submitted(context, 'guess')}. ${SEALED}`),
  TieBreakGuessEntered: (context) =>
    context.event.data.value === null
      ? action(`withdrew ${ofPlayer(context, 'entered guess')}`)
      : action(`entered ${ofPlayer(context, 'guess')}. ${SEALED}`),
}

const submitted = (context: SentenceContext<PickEvent>, what: string) =>
  context.metadata.actor.kind === 'player'
    ? `made a ${what} for ${context.names.round(context.event.data.roundId).name}`
    : `submitted ${ofPlayer(context, what)}`

const ofPlayer = ({ event, names }: SentenceContext<PickEvent>, what: string) =>
  `the ${what} of ${names.player(event.data.playerId)} for ${names.round(event.data.roundId).name}`

const formerlyGuessed = (context: SentenceContext<PickEvent>) => {
  const was = formerGuess(context)
  return was === null ? '' : ` (was: ${was})`
}

const guessChanges = (context: SentenceContext<PickEvent>, after: string) => [
  { field: 'guess', before: `${formerGuess(context) ?? 'no guess'}`, after },
]

const formerGuess = ({ event, before, names }: SentenceContext<PickEvent>) =>
  countingGuess(before, names.round(event.data.roundId).locksAt)

/** Nothing where it is the same, which came again with another guess. */
const former = (context: SentenceContext<PickEvent>, made = '') => {
  const was = formerPick(context)
  return was === null || was === made ? '' : ` (was: ${was})`
}

function changes(context: SentenceContext<PickEvent>, after: string) {
  return [{ field: 'pick', before: formerPick(context) ?? 'no pick', after }]
}

function formerPick({ event, before, names }: SentenceContext<PickEvent>): string | null {
  const { locksAt, slotNames } = names.round(event.data.roundId)
  const version = countingPick(before, locksAt)
  return version && listed(namedPicks(version.picks, slotNames))
}
