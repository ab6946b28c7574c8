import { useForm } from 'react-hook-form'
import type { Season, SeasonChanges } from '#api/contract/seasons'
import { updateSeason } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useCommand } from '../command.ts'
import styles from '../form.module.css'
import { FormProblem, showProblems } from '../form-problems.tsx'
import { SeasonFields, type SeasonValues, toSeasonChanges } from './season-fields.tsx'

const fallback = 'Failed to update season'

export function EditSeasonDialog({ season, onClose }: { season: Season; onClose: () => void }) {
  const form = useForm<SeasonValues>({
    defaultValues: {
      name: season.name,
      yearStart: String(season.year_start),
      yearEnd: String(season.year_end),
      commissioner: season.commissioner ?? '',
      isDefault: season.is_default === 1,
    },
  })
  const save = useCommand<SeasonChanges>({
    send: (changes) => updateSeason(season.id, changes),
    fallback,
    success: (_, { name }) => `${name} is saved`,
    onDone: onClose,
    onProblem: (error) => showProblems(form, error, fallback),
  })
  return (
    <Dialog open onClose={onClose} busy={save.busy} title={`Edit ${season.name}`}>
      <form
        className={styles.form}
        noValidate
        onSubmit={form.handleSubmit((values) => save.run(toSeasonChanges(values)))}
      >
        <SeasonFields form={form} />
        <FormProblem text={form.formState.errors.root?.message} />
        <DialogActions>
          <Button variant="secondary" disabled={save.busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={save.busy}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
