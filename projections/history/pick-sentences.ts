import type { Instant, Placed } from '../../domain/event.ts'
import { listed } from '../../domain/names.ts'
import {
  countingGuess,
  countingPick,
  isBehindLock,
  isInTime,
  lastGuess,
  type PickEvent,
} from '../../domain/picks/pick.ts'
import type { Lock } from '../../domain/rounds/round.ts'
import { namedPicks } from '../../domain/rounds/slot-names.ts'
import type { SentenceContext, Sentences } from './sentence.ts'
import { action } from './wording.ts'

export const pickSentences: Sentences<PickEvent> = {
  PickSubmitted: (context) => {
    const { event, names, metadata } = context
    const { roundId, playerId, picks, submittedAt } = event.data
    const sport = names.round(roundId)
    const { name, slotNames } = sport
    const made = listed(namedPicks(picks, slotNames), 'nothing')
    const own = metadata.actor.kind === 'player'
    const what = own
      ? `picked ${made} for ${name}`
      : `submitted the pick of ${names.player(playerId)} for ${name}: ${made}`
    return action(
      `${what}${former(context, made)}${tooLate(event, submittedAt, sport)}`,
      changes(context, made),
    )
  },
  PickEntered: (context) => {
    const { event, names } = context
    const { roundId, playerId, picks } = event.data
    const sport = names.round(roundId)
    const { name, slotNames } = sport
    const made = listed(namedPicks(picks, slotNames), 'nothing')
    const when = afterLock(event, sport)
    const what = `entered the pick of ${names.player(playerId)} for ${name}${when}: ${made}`
    return action(`${what}${former(context, made)}`, changes(context, made))
  },
  PickEntryWithdrawn: (context) => {
    const { event, names } = context
    const { roundId, playerId } = event.data
    const what = `${tookAway(context)} pick of ${names.player(playerId)} for ${names.round(roundId).name}`
    return action(`${what}${former(context)}`, changes(context, 'no pick'))
  },

  TieBreakGuessed: (context) => {
    const { event, names, metadata } = context
    const { roundId, playerId, value, submittedAt } = event.data
    const sport = names.round(roundId)
    const { name } = sport
    const who = metadata.actor.kind === 'player' ? '' : ` of ${names.player(playerId)}`
    const verb =
      who === '' ? `guessed ${value} for ${name}` : `submitted the guess${who} for ${name}: ${value}`
    const late = tooLate(event, submittedAt, sport)
    return action(`${verb}${formerlyGuessed(context)}${late}`, guessChanges(context, `${value}`))
  },
  TieBreakGuessEntered: (context) => {
    const { event, names } = context
    const { roundId, playerId, value } = event.data
    const sport = names.round(roundId)
    const guess = `guess of ${names.player(playerId)} for ${sport.name}`
    const when = afterLock(event, sport)
    const what = value === null ? `${tookAway(context)} ${guess}` : `entered the ${guess}${when}: ${value}`
    return action(
      `${what}${formerlyGuessed(context)}`,
      guessChanges(context, value === null ? 'no guess' : `${value}`),
    )
  },
}

function tooLate(event: Placed, submittedAt: Instant, lock: Lock): string {
  if (isInTime({ ...event, at: submittedAt, by: 'player' }, lock)) return ''
  return isBehindLock(event, lock) && submittedAt < lock.locksAt
    ? '. It reached the log only after the lock and does not count'
    : '. It came after the lock and does not count'
}

const afterLock = (event: Placed, lock: Lock) => (isBehindLock(event, lock) ? ' after the lock' : '')

const SEALED = 'It stays hidden until the lock'

export const sealedPickSentences: Sentences<PickEvent> = {
  PickSubmitted: (context) => action(`${submitted(context, 'pick')}. ${SEALED}`),
  PickEntered: (context) => action(`entered the ${ofPlayer(context, 'pick')}. ${SEALED}`),
  PickEntryWithdrawn: (context) => action(`${tookAway(context)} ${ofPlayer(context, 'pick')}`),
  TieBreakGuessed: (context) => action(`${submitted(context, 'guess')}. ${SEALED}`),
  TieBreakGuessEntered: (context) =>
    context.event.data.value === null
      ? action(`${tookAway(context)} ${ofPlayer(context, 'guess')}`)
      : action(`entered the ${ofPlayer(context, 'guess')}. ${SEALED}`),
}

const submitted = (context: SentenceContext<PickEvent>, what: string) =>
  context.metadata.actor.kind === 'player'
    ? `made a ${what} for ${context.names.round(context.event.data.roundId).name}`
    : `submitted the ${ofPlayer(context, what)}`

const ofPlayer = ({ event, names }: SentenceContext<PickEvent>, what: string) =>
  `${what} of ${names.player(event.data.playerId)} for ${names.round(event.data.roundId).name}`

/** What a player made is cleared; what an admin entered is withdrawn. */
function tookAway({ event, before, names }: SentenceContext<PickEvent>): string {
  const sport = names.round(event.data.roundId)
  const isGuess = event.type === 'TieBreakGuessEntered'
  const former = isGuess ? lastGuess(before, sport) : countingPick(before, sport)
  return former?.by === 'admin' ? 'withdrew the entered' : 'cleared the'
}

const formerlyGuessed = (context: SentenceContext<PickEvent>) => {
  const was = formerGuess(context)
  return was === null ? '' : ` (was: ${was})`
}

const guessChanges = (context: SentenceContext<PickEvent>, after: string) => [
  { field: 'guess', before: `${formerGuess(context) ?? 'no guess'}`, after },
]

const formerGuess = ({ event, before, names }: SentenceContext<PickEvent>) =>
  countingGuess(before, names.round(event.data.roundId))

/** Nothing where it is the same, which came again with another guess. */
const former = (context: SentenceContext<PickEvent>, made = '') => {
  const was = formerPick(context)
  return was === null || was === made ? '' : ` (was: ${was})`
}

function changes(context: SentenceContext<PickEvent>, after: string) {
  return [{ field: 'pick', before: formerPick(context) ?? 'no pick', after }]
}

function formerPick({ event, before, names }: SentenceContext<PickEvent>): string | null {
  const sport = names.round(event.data.roundId)
  const version = countingPick(before, sport)
  return version && listed(namedPicks(version.picks, sport.slotNames))
}
