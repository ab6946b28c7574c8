import { useForm } from 'react-hook-form'
import { lockRound } from '../../client.ts'
import { formatLockTime } from '../calendar.ts'
import { shownInPlace, useCommand } from '../command.ts'
import { FormDialog } from '../form-dialog.tsx'
import { ReasonInput, reasonNeeded } from '../reason-input.tsx'
import { MissingPicks } from './missing-picks.tsx'
import type { SportDialogProps } from './sport-dialog.tsx'

export function LockDialog({ round, onClose }: SportDialogProps) {
  const form = useForm({ defaultValues: { reason: '' } })
  const { run, busy, problem } = useCommand({
    send: ({ reason }: { reason: string }) => lockRound(round.id, { reason: reason.trim() }),
    fallback: 'Failed to lock sport',
    success: () => `${round.sport_name} is locked`,
    onDone: onClose,
    onProblem: shownInPlace,
  })
  return (
    <FormDialog
      title={`Lock ${round.sport_name} now?`}
      description={`No more picks come in by link, and everyone sees the picks. It would lock by itself on ${formatLockTime(round.lock_time, round.timezone)}. This cannot be taken back.`}
      action="Lock Now"
      danger
      busy={busy}
      problem={problem}
      onSubmit={form.handleSubmit(run)}
      onClose={onClose}
    >
      <MissingPicks round={round} />
      <ReasonInput
        field={form.register('reason', reasonNeeded)}
        error={form.formState.errors.reason?.message}
      />
    </FormDialog>
  )
}
