import type { NoticeEvent } from '../../../domain/rounds/asking.ts'
import type { ReminderEvent, SkipReason } from '../../../domain/rounds/reminders.ts'
import type { Sentences } from './sentence.ts'
import { action, listedShort } from './wording.ts'

export const askingSentences: Sentences<NoticeEvent> = {
  PlayersReminded: ({ data, sport, names }) => {
    const { kind, recipients } = data
    const people = listedShort(recipients.map(names.player))
    return action(`reminded ${people} to pick for ${sport} (${KINDS[kind]})`)
  },
  ReminderSkipped: ({ data, sport }) => {
    const { kind, why } = data
    return action(`skipped the ${KINDS[kind]} for ${sport}: ${REASONS[why]}`)
  },
  PickLinkResent: ({ data, sport, names }) =>
    action(`asked to mail ${names.player(data.playerId)} the link for ${sport} again`),
  PickLinkCopied: ({ data, sport, names }) =>
    action(`copied the pick link of ${names.player(data.playerId)} for ${sport}`),
}

type Kind = ReminderEvent['data']['kind']

const KINDS: Record<Kind, string> = {
  by_hand: 'by hand',
  daily: 'daily reminder',
  first: 'first reminder',
  final: 'final reminder',
}

const REASONS: Record<SkipReason, string> = {
  time_had_passed: 'its time had already passed',
  overtaken: 'the final reminder is already due',
  nobody_left: 'there is nobody left to remind',
}
