import { useQuery } from '@tanstack/react-query'
import { sendReminder } from '../../client.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { participantsQuery } from '../admin-queries.ts'
import { shownInPlace, useCommand } from '../command.ts'
import { useMailOutcome } from '../outbox/mail-outcome.ts'
import { hasEmail } from '../players/player-facts.tsx'
import type { SportDialogProps } from './sport-dialog.tsx'

export function RemindDialog({ round, onClose }: SportDialogProps) {
  const { data: participants } = useQuery(participantsQuery(round.season_id))
  const { run, busy, problem } = useCommand({
    send: () => sendReminder(round.id),
    fallback: 'Failed to send reminder',
    success: ({ message }) => message,
    onDone: onClose,
    onProblem: shownInPlace,
  })
  const outcome = useMailOutcome()
  const missing = new Set(round.participants.filter(({ hasPicked }) => !hasPicked).map(({ id }) => id))
  const waiting = participants?.filter(({ id, is_active }) => is_active === 1 && missing.has(id))
  return (
    <ConfirmDialog
      title={`Send a reminder for ${round.sport_name}?`}
      action="Send Reminder"
      busy={busy}
      problem={problem}
      onConfirm={run}
      onClose={onClose}
    >
      {waiting && outcome?.(whoIsReminded(waiting))} The link they have keeps working.
    </ConfirmDialog>
  )
}

function whoIsReminded(waiting: { email: string }[]): string {
  if (waiting.length === 0) return 'Everyone has picked, so nobody gets mail.'
  const withEmail = waiting.filter(hasEmail).length
  const without = waiting.length - withEmail
  const mailed = withEmail === 1 ? '1 player who has' : `${withEmail} players who have`
  const left = without === 1 ? '1 more has' : `${without} more have`
  return `A mail goes to the ${mailed} not picked yet.${without > 0 ? ` ${left} no email address.` : ''}`
}
