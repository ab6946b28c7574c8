import type { Season } from '../../../api/contract/seasons.ts'
import { api } from '../../server/api.ts'
import { MenuItem, MenuLink, MoreMenu } from '../../ui/menu.tsx'
import { useCommand } from '../command/command.ts'
import { historyOf } from '../parts/history-link.tsx'

export type SeasonAction = 'edit' | 'rules' | 'seal' | 'end' | 'reopen' | 'delete'

type SeasonMenuProps = { season: Season; onAct: (action: SeasonAction) => void }

/** An ended season can only be deleted, or reopened first. What takes something away comes last, in red. */
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
  return (
    <MoreMenu label={`More for ${name}`} busy={busy}>
      {!ended_at && is_active === 1 && is_default === 0 && (
        <MenuItem disabled={busy} onClick={choose.run}>
          Set as Default
        </MenuItem>
      )}
      {!ended_at && (
        <MenuItem disabled={busy} onClick={toggle.run}>
          {is_active ? 'Deactivate' : 'Activate'}
        </MenuItem>
      )}
      {!ended_at && (
        <MenuItem onClick={() => onAct('seal')}>
          {season.picks_sealed ? 'Show Picks to Admins' : 'Hide Picks from Admins'}
        </MenuItem>
      )}
      <MenuLink to={historyOf({ season: id })}>History</MenuLink>
      {!ended_at && (
        <MenuItem danger disabled={busy} onClick={() => onAct('end')}>
          End Season
        </MenuItem>
      )}
      <MenuItem danger disabled={busy} onClick={() => onAct('delete')}>
        Delete Season
      </MenuItem>
    </MoreMenu>
  )
}
