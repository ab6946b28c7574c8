import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { Player } from '../../../api/contract/players.ts'
import { query } from '../../server/api.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Table } from '../../ui/table/table.tsx'
import { CommandDialog } from '../command/command-dialog.tsx'
import { ListTools, SelectionBar } from '../lists/list-tools.tsx'
import { nameAndAddress, personFilters } from '../lists/people.ts'
import { toggled, useList } from '../lists/use-list.ts'
import { changeActivity } from './player-commands.ts'
import { type PlayerDeed, PlayerRow } from './player-row.tsx'

const selectable = ({ erased }: Player) => !erased

const orders = {
  Name: () => 0,
  'Newest first': (left: Player, right: Player) => right.id - left.id,
  'Inactive first': (left: Player, right: Player) => left.is_active - right.is_active,
}

const filtersAlways = {
  'All players': () => true,
  ...personFilters,
}

type PlayerListProps = {
  players: readonly Player[]
  mayErase: boolean
  onOpen: (deed: PlayerDeed, player: Player) => void
}

export function PlayerList({ players, mayErase, onOpen }: PlayerListProps) {
  const list = useList(players, { wordsOf: nameAndAddress, orders, filters: useFilters(), selectable })
  const [activity, setActivity] = useState<'deactivate' | 'reactivate' | null>(null)
  const { setSelected } = list
  const toggle = useCallback((id: number) => setSelected((now) => toggled(now, id)), [setSelected])
  const selected = new Set(list.selected.map(({ id }) => id))
  return (
    <>
      <ListTools list={list} noun="players" />
      {list.found.length === 0 ? (
        <EmptyState title="No player is found." />
      ) : (
        <Table label="Players" columns={['Name', 'Email', 'Status', 'Added', 'Actions']} compact>
          {list.rows.map((player) => (
            <PlayerRow
              key={player.id}
              player={player}
              selected={selected.has(player.id)}
              onToggle={toggle}
              mayErase={mayErase}
              onOpen={onOpen}
            />
          ))}
        </Table>
      )}
      <SelectionBar list={list}>
        <Button variant="secondary" size="small" onClick={() => setActivity('deactivate')}>
          Deactivate
        </Button>
        <Button variant="secondary" size="small" onClick={() => setActivity('reactivate')}>
          Reactivate
        </Button>
      </SelectionBar>
      {activity && (
        <CommandDialog
          {...changeActivity(activity, list.selected)}
          onDone={() => setSelected(new Set())}
          onClose={() => setActivity(null)}
        />
      )}
    </>
  )
}

/** Who is not in a season can be told only where there is one. */
function useFilters(): Record<string, (player: Player) => boolean> {
  const { data: season } = useQuery(query('GET /admin/seasons/default'))
  const { data: present } = useQuery({
    ...query('GET /admin/season-participants/{seasonId}', season?.id ?? 0),
    enabled: Boolean(season),
  })
  return useMemo(() => {
    if (!season || !present) return filtersAlways
    const ids = new Set(present.map(({ id }) => id))
    return { ...filtersAlways, [`Not in ${season.name}`]: ({ id }: Player) => !ids.has(id) }
  }, [season, present])
}
