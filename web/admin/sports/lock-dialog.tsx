import { lockRound } from '../../client.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatLockTime } from '../calendar.ts'
import { shownInPlace, useCommand } from '../command.ts'
import type { SportDialogProps } from './sport-dialog.tsx'

export function LockDialog({ round, onClose }: SportDialogProps) {
  const { run, busy, problem } = useCommand({
    send: () => lockRound(round.id),
    fallback: 'Failed to lock sport',
    success: () => `${round.sport_name} is locked`,
    onDone: onClose,
    onProblem: shownInPlace,
  })
  const missing = round.totalParticipants - round.pickedCount
  return (
    <ConfirmDialog
      title={`Lock ${round.sport_name} now?`}
      action="Lock Now"
      danger
      busy={busy}
      problem={problem}
      onConfirm={run}
      onClose={onClose}
    >
      {missing > 0 &&
        `${missing} of ${round.totalParticipants} ${missing === 1 ? 'has' : 'have'} not picked yet. `}
      No more picks come in by link, and everyone sees the picks. It would lock by itself on{' '}
      {formatLockTime(round.lock_time, round.timezone)}. This cannot be taken back.
    </ConfirmDialog>
  )
}
