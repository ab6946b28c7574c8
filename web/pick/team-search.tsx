import { type KeyboardEvent, useId, useState } from 'react'
import { FieldError } from '../ui/field.tsx'
import { TextInput } from '../ui/inputs.tsx'
import styles from './team-search.module.css'

type TeamSearchProps = {
  teams: string[]
  pick: string
  error: string | undefined
  onEdit: (pick: string) => void
}

export function TeamSearch({ teams, pick, error, onEdit }: TeamSearchProps) {
  const id = useId()
  const [search, setSearch] = useState('')
  const wanted = plain(search.trim())
  const found = teams.filter((team) => plain(team).includes(wanted))
  const chooseOnly = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const [only] = found
    if (only && found.length === 1) onEdit(only)
  }
  return (
    <div className={styles.teams}>
      <div className={styles.search}>
        <TextInput
          label={`Search ${teams.length} teams`}
          type="search"
          value={search}
          autoComplete="off"
          enterKeyHint="search"
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={chooseOnly}
        />
        <p className={styles.count} role="status">
          {search.trim() === '' ? '' : countText(found.length)}
        </p>
      </div>
      <div
        role="radiogroup"
        aria-labelledby={`${id}-label`}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-invalid={Boolean(error)}
        aria-required
      >
        <p className={styles.label} id={`${id}-label`}>
          Your pick
        </p>
        {error && <FieldError id={`${id}-error`} text={error} />}
        {found.map((team) => (
          <label key={team} className={styles.team}>
            <input type="radio" name={id} checked={team === pick} onChange={() => onEdit(team)} />
            {team}
          </label>
        ))}
      </div>
    </div>
  )
}

/** Without case and accents, which are hard to type on a phone. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

function countText(count: number) {
  if (count === 0) return 'No team is called so.'
  return count === 1 ? '1 team' : `${count} teams`
}
