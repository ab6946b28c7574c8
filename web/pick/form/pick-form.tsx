import { type FormEvent, useState } from 'react'
import type { OwnPick } from '../../../api/contract/picks.ts'
import { errorText, isDoubtful } from '../../server/request.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { decimalProblem } from '../../ui/form/decimal.ts'
import { Select, TextInput } from '../../ui/form/inputs.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from '../pick-page.module.css'
import { countingPicks, filledIn } from '../pick-texts.ts'
import type { usePickSaving } from './pick-saving.ts'
import { TeamSearch } from './team-search.tsx'
import { WriteIns } from './write-ins.tsx'

const teamsToSelectFrom = 12

type PickFormProps = { pick: OwnPick; saving: ReturnType<typeof usePickSaving> }

export function PickForm({ pick, saving }: PickFormProps) {
  const { picks, isUnsaved, isSaving } = saving
  const { round, teams } = pick
  const [error, setError] = useState<string>()
  const [guessError, setGuessError] = useState<string>()
  const single = round.pickType === 'single'
  if (single && teams.length === 0) return <EmptyState title="No teams available for this round." />

  const edit = (next: string[]) => {
    setError(undefined)
    saving.edit({ picks: next })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const unread = decimalProblem(saving.guess)
    if (unread) return setGuessError(unread)
    if (saving.guess.trim() === '' && typeof round.tieBreak?.guess === 'number')
      return setGuessError('You can change a saved guess, but not remove it')
    const none = filledIn(picks).length === 0
    // Under names, the first one is not optional.
    if (!none && !(round.slotNames && picks[0]?.trim() === '')) return saving.submit()
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
  const isAgain = pick.currentPick !== null
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
              hint="Choose one. You can change it until the lock time."
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
              value={saving.guess}
              error={guessError}
              onChange={({ target }) => {
                setGuessError(undefined)
                saving.edit({ guess: target.value })
              }}
            />
          )}
        </Stack>
      </Card>
      <div className={styles.save}>
        <SaveState pick={pick} saving={saving} />
        <Button
          type="submit"
          size="large"
          wide
          busy={isSaving}
          variant={isAgain && !isUnsaved ? 'secondary' : 'primary'}
        >
          {saveText(single, isAgain)}
        </Button>
        {isAgain && (
          <Button variant="quiet" wide onClick={saving.keep}>
            {single ? 'Keep My Saved Pick' : 'Keep My Saved Picks'}
          </Button>
        )}
      </div>
    </Stack>
  )
}

function SaveState({ pick, saving }: PickFormProps) {
  const { unsaved, isUnsaved, isSaving, failures, problem } = saving
  if (isSaving && failures > 0) return <Notice>No answer from the server. Trying again…</Notice>
  if (problem) {
    return (
      <Notice tone="danger" title={failures > 1 || isDoubtful(problem) ? 'Not confirmed' : 'Not saved'}>
        {errorText(problem, 'Failed to submit pick')}
      </Notice>
    )
  }
  if (!isUnsaved) return null
  const choice = pick.round.pickType === 'single' && unsaved.length > 0 ? `: ${unsaved.join(', ')}` : ''
  return (
    <Notice tone="warning" title={`Not saved yet${choice}`}>
      {keptText(pick)}
    </Notice>
  )
}

function keptText(pick: OwnPick) {
  const [only, ...more] = countingPicks(pick)
  if (only === undefined) return 'You have no pick until you save.'
  return more.length > 0 ? 'Your saved picks count until you save these.' : `${only} counts until you save.`
}

function saveText(single: boolean, again: boolean) {
  if (again) return 'Save Changes'
  return single ? 'Save My Pick' : 'Save My Picks'
}
