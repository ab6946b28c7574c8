import { comparable } from '../../../domain/names.ts'
import { api } from '../../server/api.ts'
import { SmallButton, SmallLink } from '../../ui/button.tsx'
import { useCommand } from '../command/command.ts'
import { correctionOf, useMailTrouble } from './failed-mail.ts'

type RetryButtonProps = { id: string; label: string; variant: 'quiet' | 'primary' }

export function RetryButton({ id, label, variant }: RetryButtonProps) {
  const { run, busy } = useCommand({
    send: () => api('POST /admin/outbox/{id}/retry', id),
    fallback: 'Failed to send the mail again',
    success: ({ message }) => message,
  })
  return (
    <SmallButton variant={variant} aria-label={label} busy={busy} onClick={() => run()}>
      Retry
    </SmallButton>
  )
}

export function RetryAllButton() {
  const { run, busy } = useCommand({
    send: () => api('POST /admin/outbox/retry'),
    fallback: 'Failed to send the mails again',
    success: ({ message }) => message,
  })
  return (
    <SmallButton busy={busy} onClick={() => run()}>
      Retry All Failed
    </SmallButton>
  )
}

/** Only at what failed because of an address that a player still has. */
export function CorrectAddressLink({ to }: { to: string }) {
  const player = useMailTrouble(true).unreachable.find(({ email }) => comparable(email) === comparable(to))
  return (
    player && (
      <SmallLink to={correctionOf(player)} variant="quiet" aria-label={`Correct the address ${to}`}>
        Correct Address
      </SmallLink>
    )
  )
}
