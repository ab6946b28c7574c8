import { useCallback, useState } from 'react'
import type { Participant, Season } from '../../../api/contract/seasons.ts'
import { compareTexts } from '../../browser/formats.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Table } from '../../ui/table/table.tsx'
import { CommandDialog } from '../command/command-dialog.tsx'
import { ListTools, SelectionBar } from '../lists/list-tools.tsx'
import { nameAndAddress, personFilters } from '../lists/people.ts'
import { toggled, useList } from '../lists/use-list.ts'
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
  const list = useList(participants, options)
  const [removing, setRemoving] = useState<Participant[] | null>(null)
  const { setSelected } = list
  const toggle = useCallback((id: number) => setSelected((now) => toggled(now, id)), [setSelected])
  const selected = new Set(list.selected.map(({ id }) => id))
  const isOpen = season.ended_at === null
  return (
    <>
      <ListTools list={list} noun="participants" selectable={isOpen} />
      {list.found.length === 0 ? (
        <EmptyState title="No participant is found." />
      ) : (
        <Table label="Participants" columns={isOpen ? [...columns, 'Actions'] : columns} compact>
          {list.rows.map((participant) => (
            <ParticipantRow
              key={participant.id}
              participant={participant}
              selected={selected.has(participant.id)}
              onToggle={isOpen ? toggle : undefined}
              onRemove={isOpen ? setRemoving : undefined}
            />
          ))}
        </Table>
      )}
      <SelectionBar list={list}>
        <Button variant="secondary" size="small" onClick={() => setRemoving(list.selected)}>
          Remove from Season
        </Button>
      </SelectionBar>
      {removing && (
        <CommandDialog
          {...removal(season, removing)}
          onDone={() => setSelected(new Set())}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  )
}
