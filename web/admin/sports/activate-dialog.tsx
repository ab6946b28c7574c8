import { activateRound } from '../../client.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatLockTime } from '../calendar.ts'
import { shownInPlace, useCommand } from '../command.ts'
import type { SportDialogProps } from './sport-dialog.tsx'
import { WhoGetsLinks } from './who-gets-links.tsx'

export function ActivateDialog({ round, onClose }: SportDialogProps) {
  const { run, busy, problem } = useCommand({
    send: () => activateRound(round.id),
    fallback: 'Failed to activate round',
    success: ({ message }) => message.replace('Sport', () => round.sport_name),
    onDone: onClose,
    onProblem: shownInPlace,
  })
  return (
    <ConfirmDialog
      title={`Activate ${round.sport_name}?`}
      action="Activate & Send Links"
      busy={busy}
      problem={problem}
      onConfirm={run}
      onClose={onClose}
    >
      <WhoGetsLinks seasonId={round.season_id} link="a mail with a personal pick link" /> Picks are open until{' '}
      {formatLockTime(round.lock_time, round.timezone)}.
    </ConfirmDialog>
  )
}
