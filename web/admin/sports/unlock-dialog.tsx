import { unlockRound } from '../../client.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { shownInPlace, useCommand } from '../command.ts'
import type { SportDialogProps } from './sport-dialog.tsx'

export function UnlockDialog({ round, onClose }: SportDialogProps) {
  const { run, busy, problem } = useCommand({
    send: () => unlockRound(round.id),
    fallback: 'Failed to unlock round',
    success: () => `${round.sport_name} is unlocked`,
    onDone: onClose,
    onProblem: shownInPlace,
  })
  return (
    <ConfirmDialog
      title={`Unlock ${round.sport_name}?`}
      action="Unlock"
      busy={busy}
      problem={problem}
      onConfirm={run}
      onClose={onClose}
    >
      Its points stop counting until you complete it again. You can correct picks and results meanwhile;
      players stay locked out.
    </ConfirmDialog>
  )
}
