import type { Leaderboard } from '../../api/contract/leaderboards.ts'
import type { Season } from '../../api/contract/seasons.ts'
import type { BoardRound } from '../home/board/sport-state.ts'
import { isLocking, useTimeLeft } from '../locking.ts'
import { formatMoment, formatTimeLeft } from '../pick/moment.ts'
import { Card } from '../ui/card.tsx'
import { HiddenUntilLock } from '../ui/hidden-until-lock.tsx'
import { Hint, Stack, Tiles } from '../ui/layout.tsx'
import { Time } from '../ui/name.tsx'

type BeforeLockProps = { board: Leaderboard; sport: BoardRound; season: Season | undefined }

export function BeforeLock({ board: { leaderboard }, sport, season }: BeforeLockProps) {
  const leftMs = useTimeLeft(sport.lock_time, 0)
  const locking = isLocking(sport)
  const picked = leaderboard.filter(({ picks }) => picks[sport.id]).length
  return (
    <Card title={locking ? 'Picks are locking' : 'Picks are open'}>
      <Stack gap={3}>
        {!locking && (
          <p>
            They lock{' '}
            <strong>
              <Time of={sport.lock_time}>{formatMoment(sport.lock_time)}</Time>
            </strong>
            .
          </p>
        )}
        <Tiles
          of={[
            ['Time left', locking ? 'Locking…' : formatTimeLeft(leftMs)],
            ['Have picked', `${picked} of ${leaderboard.length}`],
          ]}
        />
        <Hint>After the lock this page shows what everybody picked.</Hint>
        <HiddenUntilLock fromAdmins={season?.picks_sealed === 1} />
      </Stack>
    </Card>
  )
}
