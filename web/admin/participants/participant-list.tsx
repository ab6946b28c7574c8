import { useState } from 'react'
import type { Participant, Season } from '../../../api/contract/seasons.ts'
import { compareTexts } from '../../browser/formats.ts'
import { CommandDialog } from '../command/command-dialog.tsx'
import { ItemList } from '../lists/item-list.tsx'
import { nameAndAddress, personFilters } from '../lists/people.ts'
import { ParticipantRow } from './participant-row.tsx'
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
  const [removing, setRemoving] = useState<Participant[] | null>(null)
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
