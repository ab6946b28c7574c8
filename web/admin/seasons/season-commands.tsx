import type { Season } from '../../../api/contract/seasons.ts'
import { api } from '../../server/api.ts'
import type { Command } from '../command/command-dialog.tsx'
import { MailOutcome } from '../outbox/mail-outcome.tsx'
import { softDelete } from '../parts/deletions.tsx'

/** What needs nothing but a yes or a reason. */
export const seasonCommands = {
  seal: ({ id, name, picks_sealed }: Season): Command =>
    picks_sealed
      ? {
          title: `Unseal the picks of ${name}?`,
          text: 'Admins then see picks before a sport locks. It is possible while no sport is open, and everybody can read that you did it.',
          action: 'Unseal Picks',
          danger: true,
          reason: 'needed',
          send: (why) => api('POST /admin/seasons/{id}/unseal-picks', id, why),
          fallback: 'Failed to unseal picks',
          success: `Admins see the picks of ${name} before the lock`,
        }
      : {
          title: `Seal the picks of ${name}?`,
          text: 'Until a sport locks, no admin sees what was picked, only that it was. You can still enter picks for players. An admin who has to look at a pick can, and everybody sees that.',
          action: 'Seal Picks',
          send: () => api('POST /admin/seasons/{id}/seal-picks', id),
          fallback: 'Failed to seal picks',
          success: `Picks of ${name} are sealed from admins`,
        },
  reopen: ({ id, name }: Season): Command => ({
    title: `Reopen ${name}?`,
    text: 'Its winners are taken back, and its points follow the current settings again. Sports and picks can be changed until you end it once more.',
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
          It disappears from the home page with its sports, and its pick links stop working. All picks and
          points are kept: you can restore it.{' '}
          <MailOutcome sentence="While a sport is open, active participants are told by mail." />
        </>
      ),
      send: (why) => api('POST /admin/seasons/{id}/soft-delete', id, why),
    }),
}
