import { compareTexts } from '../../browser/formats.ts'
import { ItemList } from '../lists/item-list.tsx'
import { nameAndAddress } from '../lists/people.ts'
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
  return (
    <ItemList
      {...options}
      {...{ items: players, noun: 'players', label: 'Picks', columns: ['Player', 'Pick', 'Actions'] }}
      row={(player) => <PickRow key={player.id} player={player} roundId={roundId} onEnter={onEnter} />}
    />
  )
}
