import type { PlayerEvent } from '../../domain/players/player.ts'
import type { Sentences } from './sentence.ts'
import { action } from './wording.ts'

export const playerSentences: Sentences<PlayerEvent> = {
  PlayerAdded: ({ event }) => {
    const { name, email } = event.data
    return action(`added the player ${name}, ${email === null ? 'who has no email address' : email}`)
  },
  PlayerRenamed: ({ event, before }) => {
    const change = { field: 'name', before: 'name' in before ? before.name : '', after: event.data.name }
    return action(`renamed the player ${change.before} to ${change.after}`, [change])
  },
  // Everybody can read the words.
  PlayerEmailChanged: ({ event, before, id, names }) =>
    action(`changed the email address of ${names.player(id)}`, [
      {
        field: 'email address',
        before: ('email' in before && before.email) || 'none',
        after: event.data.email ?? 'none',
      },
    ]),
  PlayerDeactivated: ({ id, names }) =>
    action(`deactivated ${names.player(id)}: no mail and no picks, past standings stay`),
  PlayerReactivated: ({ id, names }) => action(`reactivated ${names.player(id)}`),
  RemindersDeclined: ({ metadata, id, names }) =>
    action(
      metadata.actor.kind === 'player'
        ? 'unsubscribed from reminders'
        : `turned off the reminders to ${names.player(id)}`,
    ),
  RemindersWelcomed: ({ metadata, id, names }) =>
    action(
      metadata.actor.kind === 'player'
        ? 'subscribed to reminders again'
        : `turned on the reminders to ${names.player(id)} again`,
    ),
  PickLinksRequested: ({ event, names }) =>
    action(`asked for the links to all open sports of ${names.season(event.data.seasonId)}`),
  PlayerRemoved: ({ id, names }) => action(`deleted the player ${names.player(id)}`),
}
