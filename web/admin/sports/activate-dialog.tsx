import { useQuery } from '@tanstack/react-query'
import { activateRound } from '../../client.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { participantsQuery } from '../admin-queries.ts'
import { formatLockTime } from '../calendar.ts'
import { shownInPlace, useCommand } from '../command.ts'
import type { SportDialogProps } from './sport-dialog.tsx'
import { whoGetsLinks } from './who-gets-links.ts'

export function ActivateDialog({ round, onClose }: SportDialogProps) {
  const { data: participants } = useQuery(participantsQuery(round.season_id))
  const { run, busy, problem } = useCommand({
    send: () => activateRound(round.id),
    fallback: 'Failed to activate round',
    success: ({ userCount }) =>
      `${round.sport_name} is active. ${userCount === 1 ? '1 player gets' : `${userCount} players get`} a link`,
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
      {participants && whoGetsLinks(participants, 'a mail with a personal pick link')} Picks are open until{' '}
      {formatLockTime(round.lock_time, round.timezone)}.
    </ConfirmDialog>
  )
}
