import type { Season } from '../../../api/contract/seasons.ts'
import { toggleSeason, updateSeason } from '../../client.ts'
import { MenuItem, MoreMenu } from '../../ui/menu.tsx'
import { useCommand } from '../command.ts'

/** An ended season can only be deleted, or reopened first. */
export function SeasonMenu({ season, onDelete }: { season: Season; onDelete: () => void }) {
  const { id, name, is_active, is_default, ended_at } = season
  const toggle = useCommand({
    send: () => toggleSeason(id),
    fallback: 'Failed to toggle season status',
    success: ({ isActive }) =>
      isActive ? `${name} is active` : `${name} is inactive: no picks come in, and no mail goes out for it`,
  })
  const choose = useCommand({
    send: () =>
      updateSeason(id, {
        name,
        yearStart: season.year_start,
        yearEnd: season.year_end,
        commissioner: season.commissioner,
        isDefault: true,
      }),
    fallback: 'Failed to update season',
    success: () => `The home page opens with ${name} now`,
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
      <MenuItem disabled={busy} onClick={onDelete}>
        Delete Season
      </MenuItem>
    </MoreMenu>
  )
}
