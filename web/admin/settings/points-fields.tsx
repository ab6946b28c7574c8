import type { Path } from 'react-hook-form'
import { Card } from '../../ui/card.tsx'
import { TextInput } from '../../ui/form/inputs.tsx'
import { Columns, Hint } from '../../ui/layout.tsx'
import type { Form } from '../command/command-form.ts'
import { field } from '../command/field.ts'
import { type PointsField, pointsFields, type SettingsValues } from './settings-values.ts'

export function PointsFields({ form }: { form: Form<SettingsValues> }) {
  return (
    <Card title="Scoring">
      <Hint size="m" above>
        Points for each place, 0 to 20. A change counts for every season that has not ended, also for sports
        that are completed. Ended seasons keep theirs. No pick, -10 to 20, is for players who were active
        participants when a sport locked.
      </Hint>
      <PointsInputs form={form} />
    </Card>
  )
}

export const PointsInputs = <Values extends Record<PointsField, string>>({
  form,
}: {
  form: Form<Values>
}) => (
  <Columns least={8.5} align="start">
    {pointsFields.map(({ field: name, place }) => (
      <TextInput
        key={name}
        label={place}
        inputMode="numeric"
        autoComplete="off"
        {...field(form, name as Path<Values>)}
      />
    ))}
  </Columns>
)
