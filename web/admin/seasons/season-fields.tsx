import type { UseFormReturn } from 'react-hook-form'
import type { SeasonChanges } from '../../../api/contract/seasons.ts'
import { Checkbox, TextInput } from '../../ui/form/inputs.tsx'
import { field, needed } from '../command/field.ts'
import styles from '../command/form.module.css'

export type SeasonValues = {
  name: string
  yearStart: string
  yearEnd: string
  commissioner: string
  isDefault: boolean
  /** Asked when a season is created. */
  picksSealed?: boolean
  /** Asked when a season is renamed. */
  reason?: string
}

export function SeasonFields({ form }: { form: UseFormReturn<SeasonValues> }) {
  return (
    <>
      <TextInput
        label="Season name"
        maxLength={50}
        autoComplete="off"
        {...field(form, 'name', needed('Season name is required'))}
      />
      <div className={styles.pair}>
        <TextInput
          label="Start year"
          inputMode="numeric"
          {...field(form, 'yearStart', { validate: (value) => checkYear('Start year', value) })}
        />
        <TextInput
          label="End year"
          inputMode="numeric"
          {...field(form, 'yearEnd', {
            validate: (value, { yearStart }) => {
              const within = checkYear('End year', value)
              if (within !== true) return within
              return Number(value) >= Number(yearStart) || 'End year must not be before the start year'
            },
          })}
        />
      </div>
      <TextInput
        label="Commissioner"
        hint="Optional. Shown on the home page."
        maxLength={255}
        autoComplete="off"
        {...field(form, 'commissioner')}
      />
      <Checkbox label="Default season" hint="The home page opens with it." {...form.register('isDefault')} />
    </>
  )
}

const checkYear = (name: string, value: string) =>
  (/^\d{4}$/.test(value.trim()) && Number(value) >= 1990 && Number(value) <= 2100) ||
  `${name} must be between 1990 and 2100`

export const toSeasonChanges = (values: SeasonValues): SeasonChanges => ({
  name: values.name.trim(),
  yearStart: Number(values.yearStart),
  yearEnd: Number(values.yearEnd),
  commissioner: values.commissioner.trim() || null,
  isDefault: values.isDefault,
  ...(values.reason?.trim() && { reason: values.reason.trim() }),
})
