import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HistoryKind } from '../../../api/contract/history.ts'
import { useNarrow } from '../../browser/narrow.ts'
import { query } from '../../server/api.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextInput } from '../../ui/form/inputs.tsx'
import { Columns, Stack } from '../../ui/layout.tsx'
import type { HistoryFilter } from './history-filter.ts'

type HistoryFiltersProps = {
  filter: HistoryFilter
  /** Only the main admin sees other admins' accounts. */
  main: boolean
  onChange: (filter: HistoryFilter) => void
}

export const kinds: Record<HistoryKind, string> = {
  picks: 'Picks',
  sports: 'Sports',
  seasons: 'Seasons',
  players: 'Players',
  admins: 'Admins',
  'sign-ins': 'Sign-ins',
  settings: 'Settings',
}

export function HistoryFilters(props: HistoryFiltersProps) {
  const narrow = useNarrow()
  const [open, setOpen] = useState(false)
  if (!narrow) return <FilterForm {...props} />
  const count = Object.values(props.filter).filter(Boolean).length
  return (
    <Stack gap={3}>
      <div>
        <Button variant="secondary" aria-expanded={open} onClick={() => setOpen(!open)}>
          {count > 0 ? `Filter (${count})` : 'Filter'}
        </Button>
      </div>
      {open && <FilterForm {...props} />}
    </Stack>
  )
}

function FilterForm({ filter, main, onChange }: HistoryFiltersProps) {
  const seasons = useQuery(query('GET /admin/seasons'))
  const rounds = useQuery(query('GET /admin/rounds'))
  const players = useQuery(query('GET /admin/users'))
  const admins = useQuery({ ...query('GET /admin/admins'), enabled: main })
  const roundsThere = rounds.data?.filter(
    ({ season_id }) => !filter.season || String(season_id) === filter.season,
  )
  const ofMain = ['admins', 'sign-ins']
  const choices: [keyof HistoryFilter, string, string, ChoiceProps['options']][] = [
    ['season', 'Season', 'All seasons', seasons.data?.map(({ id, name }) => [id, name])],
    ['round', 'Sport', 'All sports', roundsThere?.map(({ id, sport_name }) => [id, sport_name])],
    ['player', 'Player', 'All players', players.data?.map(({ id, name }) => [id, name])],
    ['kind', 'Kind', 'Everything', Object.entries(kinds).filter(([kind]) => main || !ofMain.includes(kind))],
  ]
  const set = (changes: HistoryFilter) => onChange({ ...filter, ...changes })
  return (
    <Columns
      as="form"
      gap={3}
      least={8.75}
      align="end"
      aria-label="Filter the history"
      onSubmit={(e) => e.preventDefault()}
    >
      {choices.map(([name, label, all, options]) => (
        <Choice
          key={name}
          {...{ label, all, options }}
          value={filter[name]}
          onChange={(value) => set({ ...(name === 'season' && { round: '' }), [name]: value })}
        />
      ))}
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          label={name === 'from' ? 'From' : 'To'}
          type="date"
          value={filter[name] ?? ''}
          onChange={({ target }) => set({ [name]: target.value })}
        />
      ))}
      {main && (
        <Choice
          label="Admin"
          all="All admins"
          value={filter.admin}
          options={admins.data?.map(({ id, name }) => [id, name])}
          onChange={(admin) => set({ admin })}
        />
      )}
      {Object.values(filter).some(Boolean) && (
        <Button variant="quiet" onClick={() => onChange({})}>
          Clear Filters
        </Button>
      )}
    </Columns>
  )
}

type ChoiceProps = {
  label: string
  all: string
  value: string | undefined
  options: readonly (readonly [id: number | string, name: string])[] | undefined
  onChange: (value: string) => void
}

function Choice({ label, all, value = '', options = [], onChange }: ChoiceProps) {
  const isListed = value === '' || options.some(([id]) => String(id) === value)
  return (
    <Select label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{all}</option>
      {!isListed && <option value={value}>Deleted ({value})</option>}
      {options.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
