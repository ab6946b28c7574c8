import { useForm } from 'react-hook-form'
import { previewUnlock, unlockRound } from '../../client.ts'
import { useCommand } from '../command.ts'
import { FormDialog } from '../form-dialog.tsx'
import { asSeen, isOutdated, usePreview } from '../preview/preview.ts'
import { PreviewPanel } from '../preview/preview-panel.tsx'
import { ReasonInput, reasonNeeded } from '../reason-input.tsx'
import type { SportDialogProps } from './sport-dialog.tsx'

export function UnlockDialog({ round, onClose }: SportDialogProps) {
  const form = useForm({ defaultValues: { reason: '' } })
  const preview = usePreview(['unlock', round.id], () => previewUnlock(round.id))
  const { run, busy, problem } = useCommand({
    send: ({ reason }: { reason: string }) =>
      unlockRound(round.id, { reason: reason.trim(), ...asSeen(preview.data) }),
    fallback: 'Failed to unlock round',
    success: () => `${round.sport_name} is unlocked`,
    onDone: onClose,
    onProblem: (error) => {
      if (isOutdated(error)) void preview.refetch()
    },
  })
  return (
    <FormDialog
      title={`Unlock ${round.sport_name}?`}
      description="Its points stop counting until you complete it again. You can correct picks and results meanwhile; players stay locked out."
      action="Unlock"
      danger
      busy={busy}
      problem={problem}
      onSubmit={form.handleSubmit(run)}
      onClose={onClose}
    >
      <PreviewPanel query={preview} />
      <ReasonInput
        field={form.register('reason', reasonNeeded)}
        error={form.formState.errors.reason?.message}
      />
    </FormDialog>
  )
}
