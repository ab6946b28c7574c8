import type { NoticeEvent } from '../../domain/rounds/asking.ts'
import type { ReminderEvent, SkipReason } from '../../domain/rounds/reminders.ts'
import type { Sentences } from './sentence.ts'
import { action, listedShort } from './wording.ts'

export const askingSentences: Sentences<NoticeEvent> = {
  PlayersReminded: ({ event, id, names }) => {
    const { kind, recipients } = event.data
    const people = listedShort(recipients.map(names.player))
    return action(`reminded ${people} to pick for ${names.round(id).name} (${KINDS[kind]})`)
  },
  ReminderSkipped: ({ event, id, names }) => {
    const { kind, why } = event.data
    return action(`skipped the ${KINDS[kind]} for ${names.round(id).name}: ${REASONS[why]}`)
  },
  PickLinkResent: ({ event, id, names }) =>
    action(`asked to mail ${names.player(event.data.playerId)} the link for ${names.round(id).name} again`),
  PickLinkCopied: ({ event, id, names }) =>
    action(`copied the pick link of ${names.player(event.data.playerId)} for ${names.round(id).name}`),
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
