import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Season } from '../../api/contract/seasons.ts'
import { useHallTitle } from '../public-settings.ts'
import { recapQuery, useSeasonShown } from '../server/public-queries.ts'
import { lazyPart } from '../shell/lazy-screen.tsx'
import { Page } from '../shell/page.tsx'
import { RecapLine } from '../sport/recap-line.tsx'
import { Select } from '../ui/form/inputs.tsx'
import { Hint } from '../ui/layout.tsx'
import { Link } from '../ui/link.tsx'
import { Name } from '../ui/name.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/waiting/skeleton.tsx'
import { NoStandings } from './no-standings.tsx'
import { loadPicture } from './picture.ts'
import styles from './season.module.css'
import { Standings } from './standings.tsx'

export { loadPicture }

const Live = lazyPart('Live', () => import('../server/live.ts'))

/** The chosen season is part of the address, so that it can be shared. */
export function HomePage() {
  const [params, setParams] = useSearchParams()
  const wanted = params.get('season')
  const { seasons, season } = useSeasonShown(wanted)
  if (!season) {
    return (
      <Page>
        <h1>Standings</h1>
        {seasons.data || seasons.error ? (
          <NoStandings query={seasons} />
        ) : (
          <Skeleton shape="block" count={2} />
        )}
      </Page>
    )
  }
  return (
    <Page>
      <Suspense>
        <Live />
      </Suspense>
      {wanted !== null && season.id !== Number(wanted) && (
        <Notice tone="warning" title="There is no such season.">
          These are the standings of <Name of={season.name} />.
        </Notice>
      )}
      <SeasonHead
        season={season}
        seasons={seasons.data ?? []}
        onSelect={(id) => setParams({ season: String(id) }, { replace: true, preventScrollReset: true })}
      />
      <LastResult seasonId={season.id} />
      <Standings key={season.id} season={season} />
      <Hint>
        <Link to="/my-link">Lost your link?</Link>
      </Hint>
    </Page>
  )
}

/** Until the next result. */
function LastResult({ seasonId }: { seasonId: number }) {
  const { data: recap } = useQuery(recapQuery(seasonId))
  return recap && <RecapLine {...recap} />
}

type SeasonHeadProps = { season: Season; seasons: Season[]; onSelect: (id: number) => void }

function SeasonHead({ season, seasons, onSelect }: SeasonHeadProps) {
  const only = seasons.length === 1
  const hall = useHallTitle()
  const navigate = useNavigate()
  return (
    <header className={styles.head} data-only={only}>
      <div>
        <p className={styles.years}>{years(season)}</p>
        <h1 translate="no" data-phone={only ? undefined : 'unseen'}>
          {season.name}
        </h1>
      </div>
      <div className={styles.select} data-phone="label-unseen" data-print={false}>
        <Select
          label={only ? (season.ended_at ? 'Season' : 'Current Season') : 'Select Season'}
          value={season.id}
          disabled={only}
          onChange={({ target: { value } }) => (value ? onSelect(Number(value)) : navigate('/champions'))}
          names={[...seasons.map(({ id, name }) => [id, name] as const), ['', hall]]}
        />
      </div>
      <Hint as="div">
        {season.commissioner && (
          <span className={styles.commissioner}>
            Commissioner: <strong translate="no">{season.commissioner}</strong>
            <span data-phone="unseen"> · </span>
          </span>
        )}
        <Link to={`/rules?season=${season.id}`}>Rules</Link> ·{' '}
        <Link to={`/record?season=${season.id}`}>Changes</Link> ·{' '}
        <Link to={`/statistics?season=${season.id}`}>Statistics</Link> ·{' '}
        <Link to={`/calendar?season=${season.id}`}>Calendar</Link>
      </Hint>
    </header>
  )
}

function years({ year_start, year_end, ended_at }: Season) {
  const span = year_start === year_end ? `${year_start}` : `${year_start}–${year_end}`
  return `${span} · ${ended_at ? 'Final standings' : 'Standings'}`
}
