import { useQuery } from '@tanstack/react-query'
import type { RoundList } from '../../../api/contract/rounds.ts'
import type { SeasonList } from '../../../api/contract/seasons.ts'
import { compareTexts } from '../../../domain/names.ts'
import { useLocking } from '../../locking.ts'
import { query } from '../../server/api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyCard } from '../../ui/empty-state.tsx'
import { Select } from '../../ui/form/inputs.tsx'
import { Columns } from '../../ui/layout.tsx'
import { Loaded } from '../../ui/waiting/loaded.tsx'
import { useShown } from '../parts/use-shown.ts'
import { SeasonSelect } from '../seasons/season-select.tsx'
import { byUrgency, isPlayed } from '../sports/sport-order.ts'
import { RoundPicks } from './round-picks.tsx'

type SeasonPicksProps = {
  season: SeasonList[number]
  seasons: SeasonList
  /** From the address; it may not be a sport of this season. */
  roundId: number
  onSelect: (seasonId: number, roundId?: number) => void
}

export function SeasonPicks({ season, seasons, roundId, onSelect }: SeasonPicksProps) {
  const rounds = useQuery({ ...query('GET /admin/rounds/season/{id}', season.id), refetchInterval: 30_000 })
  useLocking(rounds.data, rounds.refetch)
  const round = useShown(rounds.data, roundId, mostUrgent)
  return (
    <Loaded query={rounds}>
      {(all) => (
        <>
          <Columns least={16}>
            <SeasonSelect season={season} seasons={seasons} onSelect={onSelect} />
            {round && (
              <Select
                label="Sport"
                value={round.id}
                onChange={(event) => onSelect(season.id, Number(event.target.value))}
                names={all.toSorted(byUrgency).map(({ id, sport_name }) => [id, sport_name])}
              />
            )}
          </Columns>
          {round ? (
            <RoundPicks key={round.id} season={season} round={round} />
          ) : (
            <EmptyCard
              title={`No sports in ${season.name} yet.`}
              action={<ButtonLink to={`/admin/rounds?season=${season.id}`}>Go to Sports</ButtonLink>}
            >
              Add and activate a sport, and its picks appear here.
            </EmptyCard>
          )}
        </>
      )}
    </Loaded>
  )
}

function mostUrgent(rounds: readonly RoundList[number][]) {
  const byLockTime = rounds
    .filter(isPlayed)
    .toSorted((one, other) => compareTexts(one.lock_time, other.lock_time))
  return (
    byLockTime.find(({ status }) => status === 'active') ??
    byLockTime.find(({ status }) => status === 'locked') ??
    rounds[0]
  )
}
