import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Season } from '../../api/contract/seasons.ts'
import { defaultSeasonQuery, seasonShown, seasonsQuery } from '../server/public-queries.ts'
import { Page } from '../shell/page.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Hint } from '../ui/layout.tsx'
import { LoadFailed } from '../ui/waiting/load-failed.tsx'
import { Skeleton } from '../ui/waiting/skeleton.tsx'

/** A public page about the season that the address names, or else about the default one. */
export function SeasonPage({ title, children }: { title: string; children: (season: Season) => ReactNode }) {
  const [params] = useSearchParams()
  const seasons = useQuery(seasonsQuery)
  const preset = useQuery(defaultSeasonQuery)
  const all = preset.isPending ? undefined : seasons.data
  const season = all && seasonShown(all, preset.data, params.get('season'))
  return (
    <Page title={title} width="narrow">
      <div>
        {season && <Hint translate="no">{season.name}</Hint>}
        <h1>{title}</h1>
      </div>
      {season ? (
        <Fragment key={season.id}>{children(season)}</Fragment>
      ) : all ? (
        <Card>
          <EmptyState title="No seasons yet." />
        </Card>
      ) : seasons.error ? (
        <LoadFailed query={seasons} />
      ) : (
        <Skeleton shape="block" count={2} />
      )}
    </Page>
  )
}
