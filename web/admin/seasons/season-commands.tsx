import type { Season } from '../../../api/contract/seasons.ts'
import { api } from '../../server/api.ts'
import type { Command } from '../command/command-dialog.tsx'
import { MailOutcome } from '../outbox/mail-outcome.tsx'
import { softDelete } from '../parts/deletions.tsx'

export const seasonCommands = {
  seal: ({ id, name, picks_sealed }: Season): Command =>
    picks_sealed
      ? {
          title: `Show the picks of ${name} to admins?`,
          text: 'Admins will see picks before a sport locks. You can do this only while no sport is open, and everyone can see that you did.',
          action: 'Show Picks to Admins',
          danger: true,
          reason: 'needed',
          send: (why) => api('POST /admin/seasons/{id}/unseal-picks', id, why),
          fallback: 'Failed to show picks to admins',
          success: `Admins now see the picks of ${name} before the lock`,
        }
      : {
          title: `Hide the picks of ${name} from admins?`,
          text: 'Until a sport locks, admins see who has picked, but not what. You can still enter picks for players. You can still look at a pick if you must, but everyone will see that you did. Everyone can see this setting, and it cannot be undone while a sport is open.',
          action: 'Hide Picks from Admins',
          send: () => api('POST /admin/seasons/{id}/seal-picks', id),
          fallback: 'Failed to hide picks from admins',
          success: `Picks of ${name} are hidden from admins`,
        },
  reopen: ({ id, name }: Season): Command => ({
    title: `Reopen ${name}?`,
    text: 'It has no winners until you end it again, and its points follow the current settings. Sports and picks can be changed.',
    action: 'Reopen',
    danger: true,
    reason: 'needed',
    send: (why) => api('POST /admin/seasons/{id}/reopen', id, why),
    fallback: 'Failed to reopen season',
    success: `${name} is open again`,
  }),
  delete: ({ id, name }: Season): Command =>
    softDelete('Season', name, {
      text: (
        <>
          It disappears from the home page, and its pick links stop working. Its sports, picks and points are
          kept, so you can restore it.{' '}
          <MailOutcome sentence="If a sport is open, active participants get a mail about it." />
        </>
      ),
      send: (why) => api('POST /admin/seasons/{id}/soft-delete', id, why),
    }),
}
