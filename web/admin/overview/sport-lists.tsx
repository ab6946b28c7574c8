import type { ReactNode } from 'react'
import { isLocking } from '../../locking.ts'
import { formatInZone } from '../../pick/moment.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Hint, Lines, Row } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { Name, Time } from '../../ui/name.tsx'
import { formatDay, formatDistance } from '../calendar.ts'
import { places } from '../sports/result/places.ts'
import type { Round } from './tasks.ts'

export function NextLocks({ rounds, hasSeason }: { rounds: Round[]; hasSeason: boolean }) {
  return (
    <Card title="Next locks" flush>
      {rounds.length === 0 && (
        <EmptyState title="No sport is open.">
          {hasSeason ? 'Activate one, and its lock time appears here.' : 'No season is running.'}
        </EmptyState>
      )}
      <Lines flush>
        {rounds.map((round) => (
          <Line
            key={round.id}
            round={round}
            aside={
              <>
                {round.pickedCount} of {round.totalParticipants} picked
              </>
            }
          >
            <Time of={round.lock_time}>{formatInZone(round.lock_time, round.offsets)}</Time>
            {' · '}
            {isLocking(round) ? 'Locking…' : formatDistance(round.lock_time)}
          </Line>
        ))}
      </Lines>
    </Card>
  )
}

export function LastResults({ rounds }: { rounds: Round[] }) {
  return (
    <Card title="Last results" flush>
      {rounds.length === 0 && (
        <EmptyState title="No result yet.">The first appears here once a sport is completed.</EmptyState>
      )}
      <Lines flush>
        {rounds.map((round) => (
          <Line
            key={round.id}
            round={round}
            aside={<Time of={round.lock_time}>{formatDay(round.lock_time)}</Time>}
          >
            {resultOf(round)}
          </Line>
        ))}
      </Lines>
    </Card>
  )
}

function Line({ round, aside, children }: { round: Round; aside: ReactNode; children: ReactNode }) {
  return (
    <Row as="li" gap={4} grows>
      <div>
        <strong>
          <Link to={`/admin/manage-picks?sport=${round.id}`}>{round.sport_name}</Link>
        </strong>
        <Hint>
          {round.season && <Name of={`${round.season} · `} />}
          {children}
        </Hint>
      </div>
      <Hint as="span">{aside}</Hint>
    </Row>
  )
}

const resultOf = (round: Round) =>
  places
    .flatMap(({ column, short }) => (round[column] ? [`${short} ${round[column]}`] : []))
    .slice(0, 3)
    .join(', ') || 'Scored'
