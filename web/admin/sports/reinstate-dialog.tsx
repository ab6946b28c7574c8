import { reinstateRound } from '../../client.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { shownInPlace, useCommand } from '../command.ts'
import { useMailOutcome } from '../outbox/mail-outcome.ts'
import type { SportDialogProps } from './sport-dialog.tsx'
import { hasLockPassed } from './sport-order.ts'

export function ReinstateDialog({ round, onClose }: SportDialogProps) {
  const { run, busy, problem } = useCommand({
    send: () => reinstateRound(round.id),
    fallback: 'Failed to reinstate sport',
    success: () => `${round.sport_name} is reinstated`,
    onDone: onClose,
    onProblem: shownInPlace,
  })
  const outcome = useMailOutcome()
  const works = round.status === 'active' && !hasLockPassed(round)
  return (
    <ConfirmDialog
      title={`Reinstate ${round.sport_name}?`}
      action="Reinstate"
      busy={busy}
      problem={problem}
      onConfirm={run}
      onClose={onClose}
    >
      It counts again, with all of its picks. {whatFollows(round)} {works && outcome?.(told)}
    </ConfirmDialog>
  )
}

const told = 'Players who heard of the cancellation are told by mail.'

function whatFollows(round: SportDialogProps['round']): string {
  if (round.status === 'draft') return 'It is a draft as before.'
  if (round.status === 'active' && !hasLockPassed(round)) {
    return 'Links work again.'
  }
  return round.status === 'active'
    ? 'Its lock time has passed, so it is locked, and everyone sees the picks.'
    : 'It is locked, and waits for its result.'
}
