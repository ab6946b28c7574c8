import type { Player } from '#api/contract/players'
import { deactivatePlayer, reactivatePlayer } from '../../client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Cell, RowHead } from '../../ui/table.tsx'
import { formatDay } from '../calendar.ts'
import { useCommand } from '../command.ts'
import { hasEmail } from './player-email.ts'
import styles from './player-row.module.css'

type PlayerRowProps = { player: Player; onEdit: () => void; onDelete: () => void }

export function PlayerRow({ player, onEdit, onDelete }: PlayerRowProps) {
  return (
    <tr>
      <RowHead>{player.name}</RowHead>
      <Cell label="Email">
        {hasEmail(player) ? player.email : <span className={styles.none}>No email</span>}
      </Cell>
      <Cell label="Status">
        <PlayerBadge active={player.is_active === 1} />
      </Cell>
      <Cell label="Added">
        <span className={styles.day}>{formatDay(player.created_at)}</span>
      </Cell>
      <Cell label="Actions" actions>
        <Button variant="quiet" size="small" aria-label={`Edit ${player.name}`} onClick={onEdit}>
          Edit
        </Button>
        <ActiveSwitch player={player} />
        <Button variant="quiet" size="small" aria-label={`Delete ${player.name}`} onClick={onDelete}>
          Delete
        </Button>
      </Cell>
    </tr>
  )
}

export const PlayerBadge = ({ active }: { active: boolean }) =>
  active ? <Badge tone="success">Active</Badge> : <Badge>Inactive</Badge>

function ActiveSwitch({ player: { id, name, is_active } }: { player: Player }) {
  const deactivate = useCommand({
    send: () => deactivatePlayer(id),
    fallback: 'Failed to deactivate player',
    success: () => `${name} gets no more mail and cannot pick. Past standings stay`,
  })
  const reactivate = useCommand({
    send: () => reactivatePlayer(id),
    fallback: 'Failed to reactivate player',
    success: () => `${name} is back`,
  })
  const { command, verb } = is_active
    ? { command: deactivate, verb: 'Deactivate' }
    : { command: reactivate, verb: 'Reactivate' }
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={`${verb} ${name}`}
      busy={deactivate.busy || reactivate.busy}
      onClick={() => command.run()}
    >
      {verb}
    </Button>
  )
}
