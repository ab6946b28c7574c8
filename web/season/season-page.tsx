import { Fragment, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Season } from '../../api/contract/seasons.ts'
import { useSeasonShown } from '../server/public-queries.ts'
import { Page } from '../shell/page.tsx'
import { EmptyCard } from '../ui/empty-state.tsx'
import { Hint } from '../ui/layout.tsx'
import { Loaded } from '../ui/waiting/loaded.tsx'

type SeasonPageProps = {
  title: string
  width?: 'wide' | 'narrow'
  children: (season: Season) => ReactNode
}

/** A public page about the season that the address names, or else about the default one. */
export function SeasonPage({ title, width = 'narrow', children }: SeasonPageProps) {
  const [params] = useSearchParams()
  const { seasons, season } = useSeasonShown(params.get('season'))
  return (
    <Page title={title} width={width}>
      <div>
        {season && <Hint translate="no">{season.name}</Hint>}
        <h1>{title}</h1>
      </div>
      <Loaded query={seasons} blocks={2}>
        {() =>
          season ? (
            <Fragment key={season.id}>{children(season)}</Fragment>
          ) : (
            <EmptyCard title="No seasons yet." />
          )
        }
      </Loaded>
    </Page>
  )
}
