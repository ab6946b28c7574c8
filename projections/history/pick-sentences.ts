import { countingPick, type PickEvent } from '../../domain/picks/pick.ts'
import type { Sentences, Told } from './sentences.ts'
import { deed, listed } from './wording.ts'

export const pickSentences: Sentences<PickEvent> = {
  PickSubmitted: (told) => {
    const { event, names, metadata } = told
    const { roundId, playerId, picks, submittedAt } = event.data
    const { name, locksAt } = names.round(roundId)
    const own = metadata.actor.kind === 'player'
    const what = own
      ? `picked ${listed(picks)} for ${name}`
      : `submitted the pick of ${names.player(playerId)} for ${name}: ${listed(picks)}`
    const late = submittedAt >= locksAt ? '. It came after the lock and does not count' : ''
    return deed(`${what}${former(told)}${late}`, changes(told, listed(picks)))
  },
  PickEntered: (told) => {
    const { event, names } = told
    const { roundId, playerId, picks, enteredAt } = event.data
    const { name, locksAt } = names.round(roundId)
    const when = enteredAt > locksAt ? ' after the lock' : ''
    const what = `entered the pick of ${names.player(playerId)} for ${name}${when}: ${listed(picks)}`
    return deed(`${what}${former(told)}`, changes(told, listed(picks)))
  },
  PickEntryWithdrawn: (told) => {
    const { event, names } = told
    const { roundId, playerId } = event.data
    const what = `withdrew the entered pick of ${names.player(playerId)} for ${names.round(roundId).name}`
    return deed(`${what}${former(told)}`, changes(told, 'no pick'))
  },
}

const former = (told: Told<PickEvent>) => {
  const was = formerPick(told)
  return was === null ? '' : ` (was: ${was})`
}

function changes(told: Told<PickEvent>, after: string) {
  return [{ field: 'pick', before: formerPick(told) ?? 'no pick', after }]
}

function formerPick({ event, before, names }: Told<PickEvent>): string | null {
  const version = countingPick(before, names.round(event.data.roundId).locksAt)
  return version && listed(version.picks)
}
