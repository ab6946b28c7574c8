import { compareTexts } from '../../browser/formats.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Table } from '../../ui/table/table.tsx'
import { ListTools } from '../lists/list-tools.tsx'
import { nameAndAddress } from '../lists/people.ts'
import { useList } from '../lists/use-list.ts'
import { PickRow } from './pick-row.tsx'
import type { PlayerPick } from './player-picks.ts'

const hasPicked = (player: PlayerPick) => player.hasPicked

const options = {
  wordsOf: nameAndAddress,
  filters: {
    'All players': () => true,
    'Not picked': (player: PlayerPick) => !hasPicked(player),
    Picked: hasPicked,
  },
  orders: {
    Name: () => 0,
    Pick: (left: PlayerPick, right: PlayerPick) =>
      Number(hasPicked(right)) - Number(hasPicked(left)) ||
      compareTexts(left.picks.join(' '), right.picks.join(' ')),
  },
}

type PickListProps = {
  players: readonly PlayerPick[]
  roundId: number
  onEnter: ((player: PlayerPick) => void) | undefined
}

export function PickList({ players, roundId, onEnter }: PickListProps) {
  const list = useList(players, options)
  return (
    <>
      <ListTools list={list} noun="players" selectable={false} />
      {list.found.length === 0 ? (
        <EmptyState title="No player is found." />
      ) : (
        <Table label="Picks" columns={['Player', 'Pick', 'Actions']} compact>
          {list.rows.map((player) => (
            <PickRow key={player.id} player={player} roundId={roundId} onEnter={onEnter} />
          ))}
        </Table>
      )}
    </>
  )
}
