import { type FormEvent, type ReactNode, useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { decimalProblem } from '../../ui/form/decimal.ts'
import { Select, TextInput } from '../../ui/form/inputs.tsx'
import { Stack } from '../../ui/layout.tsx'
import { type Draft, filledIn, type Pickable } from '../pick-texts.ts'
import { TeamSearch } from './team-search.tsx'
import { WriteIns } from './write-ins.tsx'

const teamsToSelectFrom = 12

type PickFieldsProps = {
  pick: Pickable
  draft: Draft
  hint: string
  onEdit: (changed: Partial<Draft>) => void
  onSubmit: () => void
  /** The buttons, and what they led to. */
  children: ReactNode
}

/** Where somebody says what they pick, be it to save it or to ask for it. */
export function PickFields({ pick, draft, hint, onEdit, onSubmit, children }: PickFieldsProps) {
  const { round, teams } = pick
  const { picks, guess } = draft
  const [error, setError] = useState<string>()
  const [guessError, setGuessError] = useState<string>()
  const single = round.pickType === 'single'
  if (single && teams.length === 0) return <EmptyState title="No teams available for this round." />

  const edit = (next: string[]) => {
    setError(undefined)
    onEdit({ picks: next })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const unread = decimalProblem(guess)
    if (unread) return setGuessError(unread)
    if (guess.trim() === '' && typeof round.tieBreak?.guess === 'number')
      return setGuessError('You can change a saved guess, but not remove it')
    const none = filledIn(picks).length === 0
    // Under names, the first one is not optional.
    if (!none && !(round.slotNames && picks[0]?.trim() === '')) return onSubmit()
    setError(
      single
        ? 'Please select a team/player'
        : none
          ? 'Please enter at least one pick'
          : 'Please enter a pick',
    )
    event.currentTarget.querySelector<HTMLElement>('select, input')?.focus()
  }
  const choose = (choice: string) => edit([choice])
  return (
    <Stack as="form" onSubmit={submit} noValidate>
      <Card>
        <Stack gap={5}>
          {!single ? (
            <WriteIns picks={picks} names={round.slotNames} error={error} onEdit={edit} />
          ) : teams.length > teamsToSelectFrom ? (
            <TeamSearch teams={teams} pick={picks[0] ?? ''} error={error} onEdit={choose} />
          ) : (
            <Select
              label="Your pick"
              hint={hint}
              error={error}
              value={picks[0] ?? ''}
              required
              onChange={({ target }) => choose(target.value)}
              names={teams.map((team) => [team, team])}
            >
              <option value="">Select a team/player…</option>
            </Select>
          )}
          {round.tieBreak && (
            <TextInput
              label={round.tieBreak.question}
              hint={`Optional${round.tieBreak.unit ? `, in ${round.tieBreak.unit}` : ''}. If it comes down to a tie, the closest guess wins.`}
              inputMode="decimal"
              autoComplete="off"
              value={guess}
              error={guessError}
              onChange={({ target }) => {
                setGuessError(undefined)
                onEdit({ guess: target.value })
              }}
            />
          )}
        </Stack>
      </Card>
      {children}
    </Stack>
  )
}
