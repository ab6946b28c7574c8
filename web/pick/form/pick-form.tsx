import { errorText, isDoubtful } from '../../server/request.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from '../pick-page.module.css'
import { countingPicks, type Pickable } from '../pick-texts.ts'
import { PickFields } from './pick-fields.tsx'
import type { usePickSaving } from './pick-saving.ts'

type PickFormProps = { pick: Pickable; saving: ReturnType<typeof usePickSaving> }

export function PickForm({ pick, saving }: PickFormProps) {
  const { picks, guess, isUnsaved, isSaving } = saving
  const single = pick.round.pickType === 'single'
  const isAgain = pick.currentPick !== null
  return (
    <PickFields
      pick={pick}
      draft={{ picks, guess }}
      hint="Choose one. You can change it until the lock time."
      onEdit={saving.edit}
      onSubmit={saving.submit}
    >
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
    </PickFields>
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

function keptText(pick: Pickable) {
  const [only, ...more] = countingPicks(pick)
  if (only === undefined) return 'You have no pick until you save.'
  return more.length > 0 ? 'Your saved picks count until you save these.' : `${only} counts until you save.`
}

function saveText(single: boolean, again: boolean) {
  if (again) return 'Save Changes'
  return single ? 'Save My Pick' : 'Save My Picks'
}
