import { useForm } from 'react-hook-form'
import { cancelRound } from '../../client.ts'
import { shownInPlace, useCommand } from '../command.ts'
import { FormDialog } from '../form-dialog.tsx'
import { ReasonInput, reasonNeeded } from '../reason-input.tsx'
import type { SportDialogProps } from './sport-dialog.tsx'

export function CancelDialog({ round, onClose }: SportDialogProps) {
  const form = useForm({ defaultValues: { reason: '' } })
  const { run, busy, problem } = useCommand({
    send: ({ reason }: { reason: string }) => cancelRound(round.id, { reason: reason.trim() }),
    fallback: 'Failed to cancel sport',
    success: () => `${round.sport_name} is cancelled`,
    onDone: onClose,
    onProblem: shownInPlace,
  })
  return (
    <FormDialog
      title={`Cancel ${round.sport_name}?`}
      description={`It counts for nobody: there is nothing to pick or to score, and nobody misses points for it. Picks are kept, so you can reinstate it. ${whoIsTold[round.status]}`}
      action="Cancel Sport"
      dismiss="Keep It"
      danger
      busy={busy}
      problem={problem}
      onSubmit={form.handleSubmit(run)}
      onClose={onClose}
    >
      <ReasonInput
        field={form.register('reason', reasonNeeded)}
        error={form.formState.errors.reason?.message}
      />
    </FormDialog>
  )
}

const told = 'All active participants are told by mail.'

const whoIsTold = { draft: 'Nobody is told: it is a draft.', active: told, locked: told, completed: '' }
