import { Card } from '../../ui/card.tsx'
import { Select, TextInput } from '../../ui/form/inputs.tsx'
import { Columns, Hint } from '../../ui/layout.tsx'
import type { Form } from '../command/command-form.ts'
import { choice, field } from '../command/field.ts'
import type { SettingsValues } from './settings-values.ts'

const hours = {
  first: 'First reminder must be between 2 and 168 hours before lock time',
  final: 'Final reminder must be between 1 and 45 hours before lock time',
  order: 'First reminder must be more hours before lock time than final reminder',
}

const GROUPING_HINTS: Record<string, string> = {
  daily: 'One mail a day has each missing pick of that day, of everybody with that address.',
  before_lock: 'With one mail a day, the final reminder also names what else locks within 24 hours.',
}

export function ReminderFields({ form }: { form: Form<SettingsValues> }) {
  const type = form.watch('reminderType')
  return (
    <Card title="Email Reminders">
      <Hint size="m" above>
        Only players who have not picked yet are reminded.
      </Hint>
      <Columns gap={5} least={18} align="start">
        <Select label="Reminder type" {...choice(form, 'reminderType')}>
          <option value="daily">Daily, at a fixed time</option>
          <option value="before_lock">Before the lock time</option>
          <option value="none">No reminders</option>
        </Select>
        {type === 'daily' && (
          <TextInput
            key="daily"
            label="Daily reminder time"
            hint="24-hour clock, in the timezone of each sport. For example 10:00."
            placeholder="10:00"
            autoComplete="off"
            {...field(form, 'dailyReminderTime', {
              check: (value) =>
                /^([01]\d|2[0-3]):[0-5]\d$/.test(value.trim()) || form.fields.dailyReminderTime?.sentence,
            })}
          />
        )}
        {type === 'before_lock' && <HourFields form={form} />}
        {type !== 'none' && (
          <Select
            label="Several open sports"
            hint={GROUPING_HINTS[type]}
            {...choice(form, 'reminderGrouping')}
          >
            <option value="per_sport">One mail for each sport</option>
            <option value="one_mail">One mail a day</option>
          </Select>
        )}
      </Columns>
    </Card>
  )
}

function HourFields({ form }: { form: Form<SettingsValues> }) {
  return (
    <>
      <TextInput
        key="first"
        label="First reminder, hours before lock time"
        hint="2 to 168."
        inputMode="numeric"
        {...field(form, 'reminderFirstHours', {
          sentence: hours.first,
          check: (value, { reminderFinalHours }) => Number(value) > Number(reminderFinalHours) || hours.order,
        })}
      />
      <TextInput
        key="final"
        label="Final reminder, hours before lock time"
        hint="1 to 45."
        inputMode="numeric"
        {...field(form, 'reminderFinalHours', { sentence: hours.final, deps: 'reminderFirstHours' })}
      />
    </>
  )
}
