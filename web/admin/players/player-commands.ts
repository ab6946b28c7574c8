import type { Player } from '../../../api/contract/players.ts'
import { counted } from '../../../domain/names.ts'
import { api, calling } from '../../server/api.ts'
import type { Command } from '../command/command-dialog.tsx'
import { typedForGood } from '../parts/deletions.tsx'

const verbs = {
  deactivate: {
    send: calling('POST /admin/users/bulk/deactivate'),
    action: 'Deactivate',
    text: 'will get no mail and cannot pick. If a sport is open, one last mail says so. Past results stay.',
  },
  reactivate: {
    send: calling('POST /admin/users/bulk/reactivate'),
    action: 'Reactivate',
    text: 'will get mail and can pick again.',
  },
}

export function changeActivity(
  verb: keyof typeof verbs,
  players: readonly Player[],
): Command<{ message: string }> {
  const { send, action, text } = verbs[verb]
  return {
    title: `${action} ${counted(players.length, 'player')}?`,
    text: `${players.map(({ name }) => name).join(', ')} ${text}`,
    action,
    reason: 'optional',
    send: (why) => send({ userIds: players.map(({ id }) => id), ...why }),
    fallback: `Failed to ${verb} players`,
    success: ({ message }) => message,
  }
}

export const replaceLinks = ({ id, name }: Player): Command<{ message: string }> => ({
  title: `Replace the links of ${name}?`,
  text: `All links in earlier mails to ${name} stop working: to pick, to see all picks on one page, and to stop reminders. ${name} gets new links to open sports by mail. Use this after a mail was forwarded. It cannot be undone.`,
  action: 'Replace Links',
  danger: true,
  reason: 'optional',
  reasonReaders: 'admins',
  send: (why) => api('POST /admin/users/{id}/replace-links', id, why),
  fallback: 'Failed to replace the links',
  success: () => `The links of ${name} are replaced`,
})

export const erase = ({ id, name }: Player): Command<{ message: string }> => ({
  title: `Erase ${name}?`,
  text: `The name and address of ${name} are removed from the log, the tables, stored mails and all future exports. Picks, points and ranks stay under “Erased player ${id}”. Earlier backups and exports still have the name. This cannot be undone.`,
  action: 'Erase for Good',
  danger: true,
  typed: typedForGood('ERASE'),
  send: () => api('POST /admin/users/{id}/erase', id, { confirmation: 'ERASE' }),
  fallback: 'Failed to erase player',
  success: ({ message }) => message,
})
