import { useForm } from 'react-hook-form'
import type { Season, SeasonChanges } from '../../../api/contract/seasons.ts'
import { api } from '../../server/api.ts'
import { useCommand } from '../command/command.ts'
import { field } from '../command/field.ts'
import { FormDialog } from '../command/form-dialog.tsx'
import { showProblems } from '../command/form-problems.tsx'
import { ReasonInput } from '../command/reason-input.tsx'
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
    send: (changes) => api('PUT /admin/seasons/{id}', season.id, changes),
    fallback,
    success: (_, { name }) => `${name} is saved`,
    onDone: onClose,
    onProblem: (error) => showProblems(form, error, fallback),
  })
  return (
    <FormDialog
      title={`Edit ${season.name}`}
      action="Save"
      busy={save.busy}
      problem={form.formState.errors.root?.message}
      onSubmit={form.handleSubmit((values) => save.run(toSeasonChanges(values)))}
      onClose={onClose}
    >
      <SeasonFields form={form} />
      {form.watch('name').trim() !== season.name && <ReasonInput optional {...field(form, 'reason')} />}
    </FormDialog>
  )
}
