import type { Player } from '../../../api/contract/players.ts'
import { api, calling } from '../../server/api.ts'
import type { Command } from '../command/command-dialog.tsx'
import { counted } from '../counted.ts'
import { typedForGood } from '../parts/deletions.tsx'

const verbs = {
  deactivate: {
    send: calling('POST /admin/users/bulk/deactivate'),
    action: 'Deactivate',
    text: 'get no mail and cannot pick. While a sport is open, one last mail says so. Past standings stay.',
  },
  reactivate: {
    send: calling('POST /admin/users/bulk/reactivate'),
    action: 'Reactivate',
    text: 'get mail and can pick again.',
  },
}

export function changeActivity(
  verb: keyof typeof verbs,
  players: readonly Player[],
): Command<{ message: string }> {
  const { send, action, text } = verbs[verb]
  return {
    title: `${action} ${counted(players.length)}?`,
    text: `${players.map(({ name }) => name).join(', ')} ${text}`,
    action,
    reason: 'optional',
    send: (why) => send({ userIds: players.map(({ id }) => id), ...why }),
    fallback: `Failed to ${verb} players`,
    success: ({ message }) => message,
  }
}

export const erase = ({ id, name }: Player): Command<{ message: string }> => ({
  title: `Erase ${name}?`,
  text: `Name and address of ${name} vanish from the log, the tables, kept mails and every export made from now on. Picks, points and ranks stay, under “Erased player ${id}”. Backups and exports made before still hold the name. Nobody can bring it back.`,
  action: 'Erase for Good',
  danger: true,
  typed: typedForGood('ERASE'),
  send: () => api('POST /admin/users/{id}/erase', id, { confirmation: 'ERASE' }),
  fallback: 'Failed to erase player',
  success: ({ message }) => message,
})
