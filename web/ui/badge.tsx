import type { ReactNode } from 'react'
import type { RoundStatus } from '../../api/contract/rounds.ts'
import type { Tone } from '../notices.ts'
import styles from './badge.module.css'

export function Badge({ tone = 'neutral', children }: { tone?: Tone | 'neutral'; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}

const rounds = {
  draft: { tone: 'neutral', text: 'Draft' },
  active: { tone: 'success', text: 'Active' },
  locked: { tone: 'warning', text: 'Locked' },
  completed: { tone: 'info', text: 'Completed' },
} as const satisfies Record<RoundStatus, { tone: Tone | 'neutral'; text: string }>

type RoundBadgeProps = { round: { status: RoundStatus; cancelled_at?: string } }

export function RoundBadge({ round: { status, cancelled_at } }: RoundBadgeProps) {
  if (cancelled_at) return <Badge tone="danger">Cancelled</Badge>
  const { tone, text } = rounds[status]
  return <Badge tone={tone}>{text}</Badge>
}
