import { type KeyboardEvent, useId, useState } from 'react'
import { counted } from '../../../domain/names.ts'
import { search } from '../../search.ts'
import { Team } from '../../ui/avatar.tsx'
import { FieldError } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/inputs.tsx'
import { Hint, Stack } from '../../ui/layout.tsx'
import styles from './team-search.module.css'

type TeamSearchProps = {
  teams: string[]
  pick: string
  error: string | undefined
  onEdit: (pick: string) => void
}

export function TeamSearch({ teams, pick, error, onEdit }: TeamSearchProps) {
  const id = useId()
  const [wanted, setWanted] = useState('')
  const found = search(teams, wanted, (team) => team)
  const chooseOnly = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const [only] = found
    // The Enter that ends a composed word; Safari tells it by the code alone.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229
    if (only && found.length === 1 && !isComposing) onEdit(only)
  }
  return (
    <Stack gap={3}>
      <div className={styles.search}>
        <TextInput
          label={`Search ${teams.length} teams`}
          type="search"
          value={wanted}
          autoComplete="off"
          enterKeyHint="search"
          onChange={(event) => setWanted(event.target.value)}
          onKeyDown={chooseOnly}
        />
        <Hint role="status">
          {wanted.trim() === ''
            ? ''
            : found.length === 0
              ? 'No team has that name.'
              : counted(found.length, 'team')}
        </Hint>
      </div>
      <div
        role="radiogroup"
        aria-labelledby={`${id}-label`}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-invalid={Boolean(error)}
        aria-required
      >
        <Hint id={`${id}-label`}>
          <strong>Your pick</strong>
        </Hint>
        {error && <FieldError id={`${id}-error`} text={error} />}
        {found.map((team) => (
          <label key={team} className={styles.team}>
            <input type="radio" name={id} checked={team === pick} onChange={() => onEdit(team)} />
            <Team of={team} />
          </label>
        ))}
      </div>
    </Stack>
  )
}
