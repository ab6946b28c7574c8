import type { MailState } from '../../../api/contract/outbox.ts'
import type { Tone } from '../../notices.ts'
import { Badge } from '../../ui/badge.tsx'

const states = {
  queued: { tone: 'info', text: 'Queued' },
  sent: { tone: 'success', text: 'Sent' },
  kept: { tone: 'neutral', text: 'Kept here' },
  failed: { tone: 'danger', text: 'Failed' },
  unconfirmed: { tone: 'warning', text: 'Unconfirmed' },
  skipped: { tone: 'neutral', text: 'Skipped' },
  suppressed: { tone: 'warning', text: 'Not sent' },
} as const satisfies Record<MailState, { tone: Tone | 'neutral'; text: string }>

export const mailStateText = (state: MailState) => states[state].text

export const MAIL_STATES = Object.keys(states) as MailState[]

export function MailBadge({ state }: { state: MailState }) {
  const { tone, text } = states[state]
  return <Badge tone={tone}>{text}</Badge>
}
