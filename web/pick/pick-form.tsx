import { type FormEvent, useState } from 'react'
import type { PickInvitation } from '#api/contract/picks'
import { errorText, isDoubtful } from '../request.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './pick-form.module.css'
import { filledIn } from './pick-texts.ts'
import { TeamSearch } from './team-search.tsx'
import { TeamSelect } from './team-select.tsx'
import { WriteIns } from './write-ins.tsx'

const teamsToSelectFrom = 12

type PickFormProps = {
  invitation: PickInvitation
  picks: string[]
  locked: boolean
  busy: boolean
  /** No answer came yet, and the same picks are on their way again. */
  retrying: boolean
  /** What was saved while something else was chosen here. */
  savedMeanwhile: string[] | undefined
  /** What became of the last attempt. */
  problem: Error | null
  onEdit: (picks: string[]) => void
  onSubmit: () => void
}

export function PickForm(props: PickFormProps) {
  const { invitation, picks, locked, busy, retrying, savedMeanwhile, problem, onEdit, onSubmit } = props
  const { round, teams, currentPick } = invitation
  const [error, setError] = useState<string>()
  const single = round.pickType === 'single'
  if (single && teams.length === 0) return <EmptyState title="No teams available for this round." />

  const edit = (next: string[]) => {
    setError(undefined)
    onEdit(next)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (filledIn(picks).length > 0) return onSubmit()
    setError(single ? 'Please select a team/player' : 'Please enter at least one pick')
    event.currentTarget.querySelector<HTMLElement>('select, input')?.focus()
  }
  const long = teams.length > teamsToSelectFrom
  const TeamChoice = long ? TeamSearch : TeamSelect
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.fields}>
        {single ? (
          <TeamChoice
            teams={teams}
            pick={picks[0] ?? ''}
            error={error}
            locked={locked}
            onEdit={(pick) => edit([pick])}
          />
        ) : (
          <WriteIns picks={picks} error={error} locked={locked} onEdit={edit} />
        )}
      </div>
      {!locked && (
        <div className={styles.save}>
          {problem && (
            <Notice tone="danger" title={isDoubtful(problem) ? 'Not confirmed' : 'Not saved'}>
              {errorText(problem, 'Failed to submit pick')}
            </Notice>
          )}
          {savedMeanwhile && (
            <Notice tone="success" title={`Saved: ${savedMeanwhile.join(', ')}`}>
              You have changed it since. Save again to keep that instead.
            </Notice>
          )}
          {retrying && <Notice>No answer from the server. Trying again…</Notice>}
          {long && picks[0] && (
            <p className={styles.chosen}>
              Your pick: <strong>{picks[0]}</strong>
            </p>
          )}
          <Button type="submit" size="large" wide busy={busy}>
            {saveText(single, currentPick !== null)}
          </Button>
        </div>
      )}
    </form>
  )
}

function saveText(single: boolean, again: boolean) {
  if (again) return 'Save Changes'
  return single ? 'Save My Pick' : 'Save My Picks'
}
