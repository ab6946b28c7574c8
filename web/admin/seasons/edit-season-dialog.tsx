import type { Season } from '../../../api/contract/seasons.ts'
import { api } from '../../server/api.ts'
import { useCommandForm } from '../command/command-form.ts'
import { FormDialog } from '../command/form-dialog.tsx'
import { ReasonInput } from '../command/reason-input.tsx'
import { SeasonFields, type SeasonValues, seasonFields, toSeasonChanges } from './season-fields.tsx'

export function EditSeasonDialog({ season, onClose }: { season: Season; onClose: () => void }) {
  const form = useCommandForm<SeasonValues, unknown>({
    fields: seasonFields,
    defaultValues: {
      name: season.name,
      yearStart: String(season.year_start),
      yearEnd: String(season.year_end),
      commissioner: season.commissioner ?? '',
      isDefault: season.is_default === 1,
    },
    send: (values) => api('PUT /admin/seasons/{id}', season.id, toSeasonChanges(values)),
    fallback: 'Failed to update season',
    success: (_, { name }) => `${name.trim()} is saved`,
    onDone: onClose,
  })
  return (
    <FormDialog title={`Edit ${season.name}`} action="Save" form={form} onClose={onClose}>
      <SeasonFields form={form} />
      {form.watch('name').trim() !== season.name && <ReasonInput form={form} optional />}
    </FormDialog>
  )
}
