import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Player } from '../../../api/contract/players.ts'
import { query } from '../../server/api.ts'
import { ItemList } from '../lists/item-list.tsx'
import { nameAndAddress, personFilters } from '../lists/people.ts'
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
  return (
    <ItemList
      {...{ items: players, noun: 'players', label: 'Players', wordsOf: nameAndAddress, orders, selectable }}
      filters={useFilters()}
      columns={['Name', 'Email', 'Status', 'Added', 'Actions']}
      row={(player, selection) => (
        <PlayerRow key={player.id} player={player} {...selection} mayErase={mayErase} onOpen={onOpen} />
      )}
      bulk={{
        Deactivate: (selected) => changeActivity('deactivate', selected),
        Reactivate: (selected) => changeActivity('reactivate', selected),
      }}
    />
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
