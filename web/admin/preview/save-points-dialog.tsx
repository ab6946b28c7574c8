import type { SettingsBody } from '#api/contract/settings'
import { previewSettings, updateSettings } from '../../client.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useCommand } from '../command.ts'
import { asSeen, isOutdated, usePreview } from './preview.ts'
import { PreviewPanel } from './preview-panel.tsx'

type SavePointsDialogProps = {
  settings: SettingsBody
  onSaved: () => void
  onRefused: (error: Error) => void
  onClose: () => void
}

/** Other points change standings that people have seen: what becomes of them is shown first. */
export function SavePointsDialog({ settings, onSaved, onRefused, onClose }: SavePointsDialogProps) {
  const preview = usePreview(['settings', settings], () => previewSettings(settings))
  const { run, busy, problem } = useCommand({
    send: () => updateSettings({ ...settings, ...asSeen(preview.data) }),
    fallback: 'Failed to update settings',
    onDone: onSaved,
    onProblem: (error) => (isOutdated(error) ? void preview.refetch() : onRefused(error)),
  })
  return (
    <ConfirmDialog
      title="Save these points?"
      action="Save Points"
      busy={busy}
      problem={problem}
      onConfirm={run}
      onClose={onClose}
      details={<PreviewPanel query={preview} />}
    >
      They count for every season that has not ended, also for sports that are completed.
    </ConfirmDialog>
  )
}
