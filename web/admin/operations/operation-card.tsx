import type { Operation } from '../../../api/contract/operations.ts'
import { formatCount } from '../../browser/formats.ts'
import { Card } from '../../ui/card.tsx'
import { Hint } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Moment } from '../parts/moment.tsx'
import { VerificationOutcome } from './verification-outcome.tsx'

const titles = {
  verify: { running: 'Verifying the league', ended: 'Last verification' },
  rebuild: { running: 'Rebuilding the tables', ended: 'Last rebuild' },
  backup: { running: 'Making a backup', ended: 'Last backup' },
}

export function OperationCard({ operation }: { operation: Operation }) {
  const { kind, state, endedAt } = operation
  if (state === 'running') return <Running operation={operation} />
  return (
    <Card title={titles[kind].ended} aside={endedAt && <Moment of={endedAt} />}>
      <Outcome operation={operation} />
    </Card>
  )
}

function Running({ operation }: { operation: Operation }) {
  const { kind, events, eventsTotal, eventsPerSecond, secondsLeft } = operation
  const title = titles[kind].running
  return (
    <Card title={title}>
      <progress
        aria-label={title}
        {...(eventsTotal && { value: Math.min(events, eventsTotal), max: eventsTotal })}
      />
      <Hint size="m">
        {formatCount(events)}
        {eventsTotal !== null && ` of ${formatCount(eventsTotal)}`} events read ·{' '}
        {formatCount(eventsPerSecond)} a second
        {secondsLeft !== null && ` · ${timeLeft(secondsLeft)} left`}
      </Hint>
    </Card>
  )
}

function Outcome({ operation: { kind, state, error, verification, events } }: { operation: Operation }) {
  if (state === 'failed') return <Notice tone="danger">{error}</Notice>
  if (verification) return <VerificationOutcome verification={verification} />
  if (kind === 'rebuild') {
    return <Notice tone="success">All tables are rebuilt from {formatCount(events)} events.</Notice>
  }
  return <Notice tone="success">The backup was read back, and counts.</Notice>
}

const timeLeft = (seconds: number) => (seconds < 60 ? `${seconds} s` : `about ${Math.ceil(seconds / 60)} min`)
