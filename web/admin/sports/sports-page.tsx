import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { SeasonList } from '#api/contract/seasons'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { defaultSeasonQuery, seasonsQuery } from '../admin-queries.ts'
import { Loaded } from '../area/loaded.tsx'
import { PageHead } from '../area/page-head.tsx'
import { SeasonSports } from './season-sports.tsx'

/** The sports of one season. The chosen season is part of the address. */
export function SportsPage() {
  const [params, setParams] = useSearchParams()
  const seasons = useQuery(seasonsQuery)
  const preset = useQuery(defaultSeasonQuery)
  if (preset.isPending) return <Skeleton shape="block" />
  return (
    <Loaded query={seasons}>
      {(all) => {
        const season = chosenSeason(all, Number(params.get('season')), preset.data?.id)
        if (!season) return <NoSeason />
        return (
          <SeasonSports
            key={season.id}
            season={season}
            seasons={all}
            onSelect={(id) => setParams({ season: String(id) }, { replace: true })}
          />
        )
      }}
    </Loaded>
  )
}

const chosenSeason = (all: SeasonList, inAddress: number, preset: number | undefined) =>
  all.find(({ id }) => id === inAddress) ?? all.find(({ id }) => id === preset) ?? all[0]

function NoSeason() {
  return (
    <>
      <PageHead title="Sports" text="Each sport asks the players for a pick before its lock time." />
      <Card>
        <EmptyState
          title="A sport needs a season first."
          action={<ButtonLink to="/admin/seasons">Go to Seasons</ButtonLink>}
        >
          Create a season with its players, then add its sports here.
        </EmptyState>
      </Card>
    </>
  )
}
