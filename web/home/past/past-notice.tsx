import type { Leaderboard } from '../../../api/contract/leaderboards.ts'
import { dateTimeFormat } from '../../browser/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Name, Time } from '../../ui/name.tsx'
import { Notice } from '../../ui/notice.tsx'

type PastNoticeProps = { board: Leaderboard; past: NonNullable<Leaderboard['past']>; onBack: () => void }

export function PastNotice({ board: { rounds }, past, onBack }: PastNoticeProps) {
  const round = rounds.find(({ id }) => id === past.afterRound)
  const reading = past.reading === 'then' ? 'as they were known then' : 'with today’s corrections'
  return (
    <Notice
      tone="warning"
      title="You are looking at the past"
      action={
        <Button variant="secondary" size="small" onClick={onBack}>
          Back to Now
        </Button>
      }
    >
      Standings after {round ? <Name of={round.sport_name} /> : 'a sport'} on{' '}
      <Time of={past.asOf}>{formatDay(past.asOf)}</Time>, {past.readingsDiffer && reading}
      {!past.readingsDiffer && 'and nothing in them was corrected since'}.
    </Notice>
  )
}

const formatDay = (instant: string) => dateTimeFormat({ dateStyle: 'medium' }).format(new Date(instant))
