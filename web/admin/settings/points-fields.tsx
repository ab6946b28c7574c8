import { useQueries, useQuery } from '@tanstack/react-query'
import type { Path } from 'react-hook-form'
import { query } from '../../server/api.ts'
import { Card } from '../../ui/card.tsx'
import { TextInput } from '../../ui/form/inputs.tsx'
import { Columns, Hint } from '../../ui/layout.tsx'
import { Name } from '../../ui/name.tsx'
import type { Form } from '../command/command-form.ts'
import { field } from '../command/field.ts'
import { type PointsValues, pointsFields, type SettingsValues } from './settings-values.ts'

export function PointsFields({ form }: { form: Form<SettingsValues> }) {
  return (
    <Card title="Scoring">
      <Hint size="m" above>
        Points for each place, 0 to 20. “No pick” is for active participants who missed the lock, -10 to 20. A
        change counts for completed sports too. <SeasonsInQuestion />
      </Hint>
      <PointsInputs form={form} />
    </Card>
  )
}

/** Ended seasons keep their points, and seasons with their own rules have their own. */
function SeasonsInQuestion() {
  const { data: seasons = [] } = useQuery(query('GET /admin/seasons'))
  const current = seasons.filter(({ ended_at }) => ended_at === null)
  const rules = useQueries({ queries: current.map(({ id }) => query('GET /admin/seasons/{id}/rules', id)) })
  if (rules.some(({ data }) => !data)) return null
  const names = current.filter((_, index) => rules[index]?.data?.followsLeague).map(({ name }) => name)
  return names.length > 0 ? (
    <span>
      Seasons that use these points: <Name of={names.join(', ')} />.
    </span>
  ) : (
    <span>No season uses these points now.</span>
  )
}

export const PointsInputs = <Values extends PointsValues>({ form }: { form: Form<Values> }) => (
  <Columns least={6.75} align="end">
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
