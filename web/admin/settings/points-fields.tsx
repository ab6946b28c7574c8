import type { UseFormRegisterReturn, UseFormReturn } from 'react-hook-form'
import { Card } from '../../ui/card.tsx'
import { TextInput } from '../../ui/form/inputs.tsx'
import { Hint } from '../../ui/layout.tsx'
import styles from './settings-page.module.css'
import { isWithin, type PointsField, pointsFields, type SettingsValues } from './settings-values.ts'

export function PointsFields({ form }: { form: UseFormReturn<SettingsValues> }) {
  return (
    <Card title="Scoring">
      <Hint size="m" above>
        Points for each place, 0 to 20. A change counts for every season that has not ended, also for sports
        that are completed. Ended seasons keep theirs. No pick, -10 to 20, is for players who were active
        participants when a sport locked.
      </Hint>
      <PointsInputs register={form.register} errors={form.formState.errors} />
    </Card>
  )
}

type PointsInputsProps = {
  register: (
    field: PointsField,
    rule: { validate: (value: string) => string | true },
  ) => UseFormRegisterReturn
  errors: Partial<Record<PointsField, { message?: string | undefined }>>
}

export function PointsInputs({ register, errors }: PointsInputsProps) {
  return (
    <div className={styles.points}>
      {pointsFields.map(({ field, place }) => (
        <TextInput
          key={field}
          label={place}
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          error={errors[field]?.message}
          {...register(field, { validate: (value) => problemOf(field, place, value) ?? true })}
        />
      ))}
    </div>
  )
}

function problemOf(field: string, place: string, value: string): string | undefined {
  if (field === 'pointsNoPick') {
    return isWithin(value, -10, 20) ? undefined : 'Points for a missing pick must be between -10 and 20'
  }
  return isWithin(value, 0, 20) ? undefined : `${place} points must be between 0 and 20`
}
