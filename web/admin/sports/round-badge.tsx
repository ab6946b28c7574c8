import type { RoundStatus } from '../../../api/contract/rounds.ts'
import { isLocking } from '../../locking.ts'
import type { Tone } from '../../notices.ts'
import { Badge } from '../../ui/badge.tsx'

const rounds = {
  draft: { tone: 'neutral', text: 'Draft' },
  active: { tone: 'success', text: 'Active' },
  locked: { tone: 'warning', text: 'Locked' },
  completed: { tone: 'info', text: 'Completed' },
} as const satisfies Record<RoundStatus, { tone: Tone | 'neutral'; text: string }>

type RoundBadgeProps = { round: { status: RoundStatus; lock_time: string; cancelled_at?: string } }

export function RoundBadge({ round }: RoundBadgeProps) {
  if (round.cancelled_at) return <Badge tone="danger">Cancelled</Badge>
  if (isLocking(round)) return <Badge tone="warning">Locking…</Badge>
  const { tone, text } = rounds[round.status]
  return <Badge tone={tone}>{text}</Badge>
}
