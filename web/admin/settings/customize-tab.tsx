import { useEffect, useState } from 'react'
import type { Settings } from '../../../api/contract/settings.ts'
import { useKept } from '../../draft.ts'
import { api, query } from '../../server/api.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Asked } from '../../ui/waiting/loaded.tsx'
import { CommandDialog } from '../command/command-dialog.tsx'
import { useCommandForm } from '../command/command-form.ts'
import { FormProblem, showProblems } from '../command/form-problems.tsx'
import { isOutdated } from '../preview/preview.ts'
import { BrandingFields } from './branding-fields.tsx'
import { PointsFields } from './points-fields.tsx'
import { ReminderFields } from './reminder-fields.tsx'
import styles from './settings-page.module.css'
import { hasOtherPoints, settingsFields, settingsValuesOf, toSettingsBody } from './settings-values.ts'

const fallback = 'Failed to update settings'
const reloadDelayMs = 2_000

export function CustomizeTab() {
  return (
    <Asked of={query('GET /admin/settings')} rows={6}>
      {(loaded) => <CustomizeForm settings={loaded} />}
    </Asked>
  )
}

function CustomizeForm({ settings }: { settings: Settings }) {
  const [saved, setSaved] = useState(false)
  const [asked, setAsked] = useKept('points', false)
  const form = useCommandForm({
    fields: settingsFields,
    values: settingsValuesOf(settings),
    // Another admin may change settings meanwhile. What was typed here stays.
    resetOptions: { keepDirtyValues: true },
    send: (values) => api('PUT /admin/settings', toSettingsBody(values)),
    fallback,
    onDone: () => setSaved(true),
  })
  const body = asked && toSettingsBody(form.watch())
  useReload(saved)
  return (
    <>
      <Stack
        as="form"
        gap={5}
        noValidate
        onSubmit={form.handleSubmit((values) =>
          hasOtherPoints(settings, toSettingsBody(values)) ? setAsked(true) : form.run(values),
        )}
      >
        <BrandingFields form={form} />
        <ReminderFields form={form} />
        <PointsFields form={form} />
        <FormProblem text={form.problem} />
        {/* While something waits to be saved, the button stays in view. */}
        <div className={styles.save} data-waiting={form.formState.isDirty && !saved}>
          <Button type="submit" busy={form.busy} disabled={saved}>
            Save Settings
          </Button>
          {saved && (
            <Notice tone="success">Settings saved successfully! The page reloads in a moment.</Notice>
          )}
        </div>
      </Stack>
      {body && (
        <CommandDialog
          title="Save these points?"
          text="They count for every current season without its own rules, including completed sports."
          action="Save Points"
          preview={{ of: ['settings', body], ask: () => api('POST /admin/previews/settings', body) }}
          reason="if standings change"
          send={(given) => api('PUT /admin/settings', { ...body, ...given })}
          fallback={fallback}
          onDone={() => {
            form.forget()
            setSaved(true)
          }}
          onRefused={(error) => {
            if (isOutdated(error)) return
            setAsked(false)
            showProblems(form, error, fallback)
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}

/** Reloads, so that the whole page uses the new settings, unless the person has gone to another screen. */
function useReload(saved: boolean) {
  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(() => window.location.reload(), reloadDelayMs)
    return () => clearTimeout(timer)
  }, [saved])
}
