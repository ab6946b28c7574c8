import type { PlayerEvent } from '../../domain/players/player.ts'
import type { Sentences } from './sentences.ts'
import { changed, deed } from './wording.ts'

export const playerSentences: Sentences<PlayerEvent> = {
  PlayerAdded: ({ event }) => {
    const { name, email } = event.data
    return deed(`added the player ${name}, ${email === null ? 'who has no email address' : email}`)
  },
  PlayerRenamed: ({ event, before }) => {
    const change = { field: 'name', before: 'name' in before ? before.name : '', after: event.data.name }
    return deed(`renamed the player ${change.before} to ${change.after}`, [change])
  },
  PlayerEmailChanged: ({ event, before, id, names }) =>
    changed(` of ${names.player(id)}`, [
      {
        field: 'email address',
        before: ('email' in before && before.email) || 'none',
        after: event.data.email ?? 'none',
      },
    ]),
  PlayerDeactivated: ({ id, names }) =>
    deed(`deactivated ${names.player(id)}: no mail and no picks, past standings stay`),
  PlayerReactivated: ({ id, names }) => deed(`reactivated ${names.player(id)}`),
  RemindersDeclined: ({ metadata, id, names }) =>
    deed(
      metadata.actor.kind === 'player'
        ? 'asked for no more reminders'
        : `turned off the reminders to ${names.player(id)}`,
    ),
  RemindersWelcomed: ({ metadata, id, names }) =>
    deed(
      metadata.actor.kind === 'player'
        ? 'asked for reminders again'
        : `turned on the reminders to ${names.player(id)} again`,
    ),
  PlayerRemoved: ({ id, names }) => deed(`deleted the player ${names.player(id)}`),
}
