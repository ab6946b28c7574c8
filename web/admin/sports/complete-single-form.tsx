import { useForm } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { Select } from '../../ui/inputs.tsx'
import styles from '../form.module.css'
import { FormProblem } from '../form-problems.tsx'
import type { CompleteFormProps } from './complete-dialog.tsx'
import { championRequired, noPlaces, places } from './places.ts'

type CompleteSingleFormProps = CompleteFormProps & { teams: string[] }

/** Five places for the teams of the list; each offers what the places before it left. */
export function CompleteSingleForm({ teams, busy, problem, onSubmit, onClose }: CompleteSingleFormProps) {
  const form = useForm({ defaultValues: noPlaces })
  const chosen = form.watch()
  const takenBefore = (index: number) => places.slice(0, index).map(({ field }) => chosen[field])
  const freeLaterPlaces = (index: number, team: string) => {
    for (const { field } of places.slice(index + 1)) {
      if (team === '' ? index === 0 : form.getValues(field) === team) form.setValue(field, '')
    }
  }
  const submit = form.handleSubmit((values) =>
    onSubmit(Object.fromEntries(places.map(({ field }) => [field, values[field] || null]))),
  )
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {places.map(({ field, label }, index) => (
        <Select
          key={field}
          label={label}
          disabled={index > 0 && chosen.firstPlaceTeam === ''}
          error={form.formState.errors[field]?.message}
          {...form.register(field, {
            ...(index === 0 && { required: championRequired }),
            onChange: (event) => freeLaterPlaces(index, event.target.value),
          })}
        >
          <option value="">{index === 0 ? 'Choose the champion' : 'Nobody'}</option>
          {teams
            .filter((team) => !takenBefore(index).includes(team))
            .map((team) => (
              <option key={team} value={team}>
                {team}
              </option>
            ))}
        </Select>
      ))}
      <FormProblem text={problem ?? undefined} />
      <DialogActions>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Complete & Score
        </Button>
      </DialogActions>
    </form>
  )
}
