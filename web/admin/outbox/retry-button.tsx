import { api } from '../../server/api.ts'
import { SmallButton } from '../../ui/button.tsx'
import { useCommand } from '../command/command.ts'

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
