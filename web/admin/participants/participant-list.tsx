import { memo } from 'react'
import type { Participant, Season } from '../../../api/contract/seasons.ts'
import { compareTexts } from '../../../domain/names.ts'
import { useKept } from '../../draft.ts'
import { SmallButton } from '../../ui/button.tsx'
import { Cell } from '../../ui/table/table.tsx'
import { CommandDialog } from '../command/command-dialog.tsx'
import { ItemList, type Selection } from '../lists/item-list.tsx'
import { nameAndAddress, personFilters } from '../lists/people.ts'
import { SelectableName } from '../lists/selectable-name.tsx'
import { Day } from '../parts/moment.tsx'
import { PlayerBadge, PlayerEmail } from '../players/player-facts.tsx'
import { removal } from './removal.ts'

const options = {
  wordsOf: nameAndAddress,
  orders: {
    Name: () => 0,
    'Newest first': (left: Participant, right: Participant) => compareTexts(right.added_at, left.added_at),
  },
  filters: {
    'All participants': () => true,
    ...personFilters,
  },
}

const columns = ['Name', 'Email', 'Status', 'Joined']

type ParticipantListProps = { season: Season; participants: readonly Participant[] }

export function ParticipantList({ season, participants }: ParticipantListProps) {
  const [removing, setRemoving] = useKept<Participant[] | null>(`removing ${season.id}`, null)
  const isOpen = season.ended_at === null
  return (
    <>
      <ItemList
        {...options}
        {...{ items: participants, noun: 'participants', label: 'Participants' }}
        columns={isOpen ? [...columns, 'Actions'] : columns}
        row={(participant, selection) => (
          <ParticipantRow
            key={participant.id}
            participant={participant}
            {...selection}
            onRemove={isOpen ? setRemoving : undefined}
          />
        )}
        bulk={isOpen ? { 'Remove from Season': (selected) => removal(season, selected) } : undefined}
      />
      {removing && <CommandDialog {...removal(season, removing)} onClose={() => setRemoving(null)} />}
    </>
  )
}

type ParticipantRowProps = Selection & {
  participant: Participant
  /** Missing when the season takes no changes. */
  onRemove: ((participants: Participant[]) => void) | undefined
}

const ParticipantRow = memo(function ParticipantRow(props: ParticipantRowProps) {
  const { participant, onRemove, ...selection } = props
  const isActive = participant.is_active === 1
  return (
    <tr>
      <SelectableName name={participant.name} id={participant.id} {...selection} />
      <Cell narrow="below">
        <PlayerEmail player={participant} />
      </Cell>
      <Cell narrow={isActive ? 'hidden' : undefined}>
        <PlayerBadge active={isActive} />
      </Cell>
      <Cell narrow="hidden">
        <Day of={participant.added_at} />
      </Cell>
      {onRemove && (
        <Cell actions>
          <SmallButton
            variant="quiet"
            aria-label={`Remove ${participant.name}`}
            onClick={() => onRemove([participant])}
          >
            Remove
          </SmallButton>
        </Cell>
      )}
    </tr>
  )
})
