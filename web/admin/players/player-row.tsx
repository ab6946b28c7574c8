import type { Player } from '../../../api/contract/players.ts'
import { deactivatePlayer, reactivatePlayer } from '../../client.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { MenuItem, MoreMenu } from '../../ui/menu.tsx'
import { Cell, RowHead } from '../../ui/table.tsx'
import { HistoryLink } from '../area/history-link.tsx'
import { Day } from '../area/moment.tsx'
import { useCommand } from '../command.ts'
import { PlayerBadge, PlayerEmail } from './player-facts.tsx'

type PlayerRowProps = {
  player: Player
  onEdit: () => void
  onDelete: () => void
  /** Null for admins who may not erase. */
  onErase: (() => void) | null
}

export function PlayerRow({ player, onEdit, onDelete, onErase }: PlayerRowProps) {
  return (
    <tr>
      <RowHead>{player.name}</RowHead>
      <Cell label="Email">
        <PlayerEmail player={player} />
      </Cell>
      <Cell label="Status">
        {player.erased ? <Badge>Erased</Badge> : <PlayerBadge active={player.is_active === 1} />}
      </Cell>
      <Cell label="Added">
        <Day of={player.created_at} />
      </Cell>
      <Cell label="Actions" actions>
        {!player.erased && (
          <>
            <Button variant="quiet" size="small" aria-label={`Edit ${player.name}`} onClick={onEdit}>
              Edit
            </Button>
            <ActiveSwitch player={player} />
          </>
        )}
        <HistoryLink of={{ player: player.id }} name={player.name} />
        {!player.erased && (
          <MoreMenu label={`More for ${player.name}`}>
            <MenuItem onClick={onDelete}>Delete</MenuItem>
            {onErase && <MenuItem onClick={onErase}>Erase…</MenuItem>}
          </MoreMenu>
        )}
      </Cell>
    </tr>
  )
}

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
