import { useForm } from 'react-hook-form'
import type { SettingsBody } from '../../../api/contract/settings.ts'
import { previewSettings, updateSettings } from '../../client.ts'
import { useCommand } from '../command.ts'
import { FormDialog } from '../form-dialog.tsx'
import { ReasonInput, reasonNeeded } from '../reason-input.tsx'
import { changesStandings } from './effect-list.tsx'
import { asSeen, isOutdated, usePreview } from './preview.ts'
import { PreviewPanel } from './preview-panel.tsx'

type SavePointsDialogProps = {
  settings: SettingsBody
  onSaved: () => void
  onRefused: (error: Error) => void
  onClose: () => void
}

export function SavePointsDialog({ settings, onSaved, onRefused, onClose }: SavePointsDialogProps) {
  const form = useForm({ defaultValues: { reason: '' } })
  const preview = usePreview(['settings', settings], () => previewSettings(settings))
  const asksReason = preview.data?.seasons.some(changesStandings)
  const { run, busy, problem } = useCommand({
    send: ({ reason }: { reason: string }) =>
      updateSettings({
        ...settings,
        ...asSeen(preview.data),
        ...(reason.trim() && { reason: reason.trim() }),
      }),
    fallback: 'Failed to update settings',
    onDone: onSaved,
    onProblem: (error) => (isOutdated(error) ? void preview.refetch() : onRefused(error)),
  })
  return (
    <FormDialog
      title="Save these points?"
      description="They count for every season that has not ended, also for sports that are completed."
      action="Save Points"
      busy={busy}
      disabled={!preview.data}
      problem={problem}
      onSubmit={form.handleSubmit(run)}
      onClose={onClose}
    >
      <PreviewPanel query={preview} />
      {asksReason && (
        <ReasonInput
          field={form.register('reason', reasonNeeded)}
          error={form.formState.errors.reason?.message}
        />
      )}
    </FormDialog>
  )
}
