import { fieldsOf } from '../../../api/contract/fields.ts'
import type { SeasonChanges } from '../../../api/contract/seasons.ts'
import { Checkbox, TextInput } from '../../ui/form/inputs.tsx'
import { Columns } from '../../ui/layout.tsx'
import type { Form } from '../command/command-form.ts'
import { field } from '../command/field.ts'
import type { StartValues } from './start-from.tsx'

export const seasonFields = fieldsOf('POST /admin/seasons')

export type SeasonValues = {
  name: string
  yearStart: string
  yearEnd: string
  commissioner: string
  isDefault: boolean
  /** Asked when a season is created. */
  picksSealed?: boolean
  start?: StartValues
  /** Asked when a season is renamed. */
  reason?: string
}

export function SeasonFields({ form }: { form: Form<SeasonValues> }) {
  return (
    <>
      <TextInput
        label="Season name"
        autoComplete="off"
        {...field(form, 'name', { needed: 'Season name is required' })}
      />
      <Columns least={7} align="start">
        <TextInput label="Start year" inputMode="numeric" {...field(form, 'yearStart')} />
        <TextInput
          label="End year"
          inputMode="numeric"
          {...field(form, 'yearEnd', {
            check: (value, { yearStart }) =>
              Number(value) >= Number(yearStart) || 'End year must not be before the start year',
          })}
        />
      </Columns>
      <TextInput
        label="Commissioner"
        hint="Optional. Shown on the home page."
        autoComplete="off"
        {...field(form, 'commissioner')}
      />
      <Checkbox label="Default season" hint="The home page opens with it." {...form.register('isDefault')} />
    </>
  )
}

export const toSeasonChanges = (values: SeasonValues): SeasonChanges => ({
  name: values.name.trim(),
  yearStart: Number(values.yearStart),
  yearEnd: Number(values.yearEnd),
  commissioner: values.commissioner.trim() || null,
  isDefault: values.isDefault,
  ...(values.reason?.trim() && { reason: values.reason.trim() }),
})
