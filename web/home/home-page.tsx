import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useLive } from '../server/live.ts'
import { defaultSeasonQuery, seasonShown, seasonsQuery } from '../server/public-queries.ts'
import { Page } from '../shell/page.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/waiting/skeleton.tsx'
import { NoStandings } from './no-standings.tsx'
import { SeasonHead } from './season-head.tsx'
import { Standings } from './standings.tsx'

/** The chosen season is part of the address, so that it can be shared. */
export function HomePage() {
  useLive()
  const [params, setParams] = useSearchParams()
  const seasons = useQuery(seasonsQuery)
  const preset = useQuery(defaultSeasonQuery)
  if (seasons.isPending || preset.isPending) {
    return (
      <Page>
        <div>
          <Skeleton shape="title" />
          <Skeleton />
        </div>
        <Skeleton shape="block" count={2} />
      </Page>
    )
  }
  if (!seasons.data) {
    return (
      <Page>
        <h1>Standings</h1>
        <NoStandings query={seasons} />
      </Page>
    )
  }
  const season = seasonShown(seasons.data, preset.data, params.get('season'))
  if (!season) {
    return (
      <Page>
        <h1>Standings</h1>
        <Card>
          <EmptyState title="No seasons or data available yet.">
            As soon as the commissioner starts a season, the standings appear here.
          </EmptyState>
        </Card>
      </Page>
    )
  }
  return (
    <Page>
      <SeasonHead
        season={season}
        seasons={seasons.data}
        onSelect={(id) => setParams({ season: String(id) }, { replace: true, preventScrollReset: true })}
      />
      <Standings key={season.id} season={season} />
    </Page>
  )
}
