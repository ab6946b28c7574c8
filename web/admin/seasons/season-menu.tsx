import type { Season } from '../../../api/contract/seasons.ts'
import { api } from '../../server/api.ts'
import { MoreMenu } from '../../ui/menu.tsx'
import { useCommand } from '../command/command.ts'
import { historyOf } from '../parts/history-link.tsx'

export type SeasonAction = 'edit' | 'rules' | 'join' | 'write' | 'seal' | 'end' | 'reopen' | 'delete'

type SeasonMenuProps = { season: Season; onAct: (action: SeasonAction) => void }

/** An ended season can only be deleted, or reopened first. */
export function SeasonMenu({ season, onAct }: SeasonMenuProps) {
  const { id, name, is_active, is_default, ended_at } = season
  const toggle = useCommand({
    send: () => api('PUT /admin/seasons/{id}/toggle-active', id, {}),
    fallback: 'Failed to change the season',
    success: ({ isActive }) =>
      isActive
        ? `${name} is active`
        : `${name} is inactive: nobody can pick. If a sport is open, participants get a mail about it`,
  })
  const choose = useCommand({
    send: () =>
      api('PUT /admin/seasons/{id}', id, {
        name,
        yearStart: season.year_start,
        yearEnd: season.year_end,
        commissioner: season.commissioner,
        isDefault: true,
      }),
    fallback: 'Failed to update season',
    success: () => `The home page now opens with ${name}`,
  })
  const busy = toggle.busy || choose.busy
  const changes = [
    is_active === 1 && { text: 'Join Link', onClick: () => onAct('join') },
    is_active === 1 && { text: 'Write to All', onClick: () => onAct('write') },
    is_active === 1 && is_default === 0 && { text: 'Set as Default', disabled: busy, onClick: choose.run },
    { text: is_active ? 'Deactivate' : 'Activate', disabled: busy, onClick: toggle.run },
    {
      text: season.picks_sealed ? 'Show Picks to Admins' : 'Hide Picks from Admins',
      onClick: () => onAct('seal'),
    },
  ]
  return (
    <MoreMenu
      label={`More for ${name}`}
      busy={busy}
      items={[
        ...(ended_at ? [] : changes),
        { text: 'History', to: historyOf({ season: id }) },
        !ended_at && { text: 'End Season', danger: true, disabled: busy, onClick: () => onAct('end') },
        { text: 'Delete Season', danger: true, disabled: busy, onClick: () => onAct('delete') },
      ]}
    />
  )
}
