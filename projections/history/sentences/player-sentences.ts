import { isMailedAtFirst, type PlayerTopic } from '../../../domain/mail-topics.ts'
import type { PlayerEvent } from '../../../domain/players/player.ts'
import type { Sentences } from './sentence.ts'
import { action } from './wording.ts'

const TOPICS: Record<PlayerTopic, string> = {
  reminders: 'reminders',
  messages: 'messages from the commissioner',
  receipts: 'receipts by mail',
}

export const playerSentences: Sentences<PlayerEvent> = {
  PlayerAdded: ({ data }) => {
    const { name, email } = data
    return action(`added the player ${name}, ${email === null ? 'who has no email address' : email}`)
  },
  PlayerRenamed: ({ data, was }) => {
    const change = { field: 'name', before: was.name, after: data.name }
    return action(`renamed the player ${change.before} to ${change.after}`, [change])
  },
  // Everybody can read the words.
  PlayerEmailChanged: ({ data, was, id, names }) =>
    action(`changed the email address of ${names.player(id)}`, [
      { field: 'email address', before: was.email ?? 'none', after: data.email ?? 'none' },
    ]),
  PlayerDeactivated: ({ id, names }) =>
    action(`deactivated ${names.player(id)}: no mail and no picks, past standings stay`),
  PlayerReactivated: ({ id, names }) => action(`reactivated ${names.player(id)}`),
  MailDeclined: ({ data: { topic }, actor, id, names }) =>
    action(
      actor.kind === 'player'
        ? `unsubscribed from ${TOPICS[topic]}`
        : `turned off the ${TOPICS[topic]} to ${names.player(id)}`,
    ),
  MailWelcomed: ({ data: { topic }, actor, id, names }) => {
    const again = isMailedAtFirst(topic) ? ' again' : ''
    return action(
      actor.kind === 'player'
        ? `subscribed to ${TOPICS[topic]}${again}`
        : `turned on the ${TOPICS[topic]} to ${names.player(id)}${again}`,
    )
  },
  PickLinksRequested: ({ season }) => action(`asked for the links to all open sports of ${season}`),
  PlayerLinksReplaced: ({ id, names }) =>
    action(`replaced all links of ${names.player(id)}: those in earlier mails no longer work`),
  PlayerRemoved: ({ id, names }) => action(`deleted the player ${names.player(id)}`),
}
