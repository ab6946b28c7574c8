import { Controller } from 'react-hook-form'
import { Card } from '../../ui/card.tsx'
import { TextInput } from '../../ui/form/inputs.tsx'
import { Columns } from '../../ui/layout.tsx'
import type { Form } from '../command/command-form.ts'
import { field } from '../command/field.ts'
import { TimeZoneField } from '../sports/edit/time-zone-field.tsx'
import type { SettingsValues } from './settings-values.ts'

const texts = [
  { name: 'appTitle', label: 'App title', hint: 'In the header, the browser tab and every mail.' },
  { name: 'appTagline', label: 'App tagline', hint: 'Under the title, and in link previews.' },
  { name: 'footerMessage', label: 'Footer message', hint: 'At the bottom of every page.' },
  {
    name: 'championshipPageTitle',
    label: 'Hall of fame title',
    hint: 'Over the champions of all years. Add earlier ones under Seasons.',
  },
] as const

export function BrandingFields({ form }: { form: Form<SettingsValues> }) {
  const { errors } = form.formState
  return (
    <Card title="Branding">
      <Columns gap={5} least={22} align="start">
        {texts.map(({ name, label, hint }) => (
          <TextInput
            key={name}
            label={label}
            hint={hint}
            autoComplete="off"
            {...field(form, name, { needed: `${label} is required` })}
          />
        ))}
        <Controller
          control={form.control}
          name="defaultTimezone"
          rules={{ required: 'Default timezone is required' }}
          render={({ field }) => (
            <TimeZoneField
              label="Default timezone"
              hint="Used for the first sport of a season. If you have not changed it, we use your browser’s timezone."
              value={field.value}
              onChange={field.onChange}
              error={errors.defaultTimezone?.message}
            />
          )}
        />
      </Columns>
    </Card>
  )
}
