import { useQuery } from '@tanstack/react-query'
import { activateRound } from '../../client.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { participantsQuery } from '../admin-queries.ts'
import { formatLockTime } from '../calendar.ts'
import { shownInPlace, useCommand } from '../command.ts'
import { hasEmail } from '../players/player-facts.tsx'
import type { SportDialogProps } from './sport-dialog.tsx'

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
  const active = participants?.filter(({ is_active }) => is_active === 1)
  return (
    <ConfirmDialog
      title={`Activate ${round.sport_name}?`}
      action="Activate & Send Links"
      busy={busy}
      problem={problem}
      onConfirm={run}
      onClose={onClose}
    >
      {active && whoGetsALink(active)} Picks are open until {formatLockTime(round.lock_time, round.timezone)}.
    </ConfirmDialog>
  )
}

function whoGetsALink(active: { email: string }[]): string {
  const withEmail = active.filter(hasEmail).length
  const without = active.length - withEmail
  if (active.length === 0) return 'The season has no active participants yet.'
  const mailed = withEmail === 1 ? '1 player gets a mail' : `${withEmail} players get a mail`
  const left = without === 1 ? '1 has no email address' : `${without} have no email address`
  return `${mailed} with a personal pick link.${without > 0 ? ` ${left}: you enter those picks.` : ''}`
}
