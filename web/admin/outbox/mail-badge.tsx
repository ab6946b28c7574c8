import type { OutboxMail } from '#api/contract/outbox'
import type { Tone } from '../../notices.ts'
import { Badge } from '../../ui/badge.tsx'

const states = {
  queued: { tone: 'info', text: 'Queued' },
  sent: { tone: 'success', text: 'Sent' },
  kept: { tone: 'neutral', text: 'Kept here' },
  failed: { tone: 'danger', text: 'Failed' },
  skipped: { tone: 'neutral', text: 'Skipped' },
  suppressed: { tone: 'warning', text: 'Not sent' },
} as const satisfies Record<OutboxMail['state'], { tone: Tone | 'neutral'; text: string }>

export function MailBadge({ state }: Pick<OutboxMail, 'state'>) {
  const { tone, text } = states[state]
  return <Badge tone={tone}>{text}</Badge>
}
