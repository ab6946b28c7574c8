import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { SeasonList } from '../../../api/contract/seasons.ts'
import { query } from '../../server/api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyCard } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/waiting/loaded.tsx'
import { useShown } from '../parts/use-shown.ts'
import { presetOf } from './season-text.ts'

type ChosenSeasonProps = {
  pageHead: ReactNode
  needed: string
  children: (season: SeasonList[number], seasons: SeasonList) => ReactNode
}

/** The season in the address, else the one that runs. */
export function ChosenSeason({ pageHead, needed, children }: ChosenSeasonProps) {
  const [params] = useSearchParams()
  const seasons = useQuery(query('GET /admin/seasons'))
  const season = useShown(seasons.data, Number(params.get('season')), presetOf)
  return (
    <Loaded query={seasons}>
      {(all) =>
        season ? (
          children(season, all)
        ) : (
          <>
            {pageHead}
            <EmptyCard title={needed} action={<ButtonLink to="/admin/seasons">Go to Seasons</ButtonLink>}>
              Create a season with its players, then come back.
            </EmptyCard>
          </>
        )
      }
    </Loaded>
  )
}
