import { memo } from 'react'
import type { Player } from '../../../api/contract/players.ts'
import { api } from '../../server/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { MoreMenu } from '../../ui/menu.tsx'
import { Cell } from '../../ui/table/table.tsx'
import { useCommand } from '../command/command.ts'
import type { Selection } from '../lists/item-list.tsx'
import { SelectableName } from '../lists/selectable-name.tsx'
import { HistoryLink, historyOf } from '../parts/history-link.tsx'
import { Day } from '../parts/moment.tsx'
import { PlayerBadge, PlayerEmail } from './player-facts.tsx'

export type PlayerDeed = 'edit' | 'replace links' | 'delete' | 'erase'

type PlayerRowProps = Selection & {
  player: Player
  mayErase: boolean
  onOpen: (deed: PlayerDeed, player: Player) => void
}

export const PlayerRow = memo(function PlayerRow({ player, selected, onToggle, ...menu }: PlayerRowProps) {
  const isActive = player.is_active === 1
  return (
    <tr>
      <SelectableName
        name={player.name}
        selected={selected}
        id={player.id}
        onToggle={player.erased ? undefined : onToggle}
      />
      <Cell narrow="below">
        <PlayerEmail player={player} />
      </Cell>
      <Cell narrow={isActive ? 'hidden' : undefined}>
        {player.erased ? <Badge>Erased</Badge> : <PlayerBadge active={isActive} />}
      </Cell>
      <Cell narrow="hidden">
        <Day of={player.created_at} />
      </Cell>
      <Cell actions>
        {player.erased ? (
          <HistoryLink of={{ player: player.id }} name={player.name} />
        ) : (
          <PlayerMenu player={player} {...menu} />
        )}
      </Cell>
    </tr>
  )
})

type PlayerMenuProps = Pick<PlayerRowProps, 'player' | 'mayErase' | 'onOpen'>

function PlayerMenu({ player, mayErase, onOpen }: PlayerMenuProps) {
  const { id, name, is_active } = player
  const deactivate = useCommand({
    send: () => api('POST /admin/users/{id}/deactivate', id, {}),
    fallback: 'Failed to deactivate player',
    success: () => `${name} gets no more mail and cannot pick. Past results stay`,
  })
  const reactivate = useCommand({
    send: () => api('POST /admin/users/{id}/reactivate', id),
    fallback: 'Failed to reactivate player',
    success: () => `${name} is back`,
  })
  return (
    <MoreMenu
      label={`More for ${name}`}
      busy={deactivate.busy || reactivate.busy}
      items={[
        { text: 'Edit', onClick: () => onOpen('edit', player) },
        { text: 'Replace Links…', onClick: () => onOpen('replace links', player) },
        { text: 'History', to: historyOf({ player: id }) },
        is_active
          ? { text: 'Deactivate', onClick: deactivate.run }
          : { text: 'Reactivate', onClick: reactivate.run },
        { text: 'Delete', danger: true, onClick: () => onOpen('delete', player) },
        mayErase && { text: 'Erase…', danger: true, onClick: () => onOpen('erase', player) },
      ]}
    />
  )
}
