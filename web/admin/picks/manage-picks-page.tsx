import { useSearchParams } from 'react-router'
import { PageHead } from '../parts/page-head.tsx'
import { ChosenSeason } from '../seasons/chosen-season.tsx'
import { SeasonPicks } from './season-picks.tsx'

export function ManagePicksPage() {
  const [params, setParams] = useSearchParams()
  const pageHead = (
    <PageHead
      title="Manage Picks"
      text="See who has picked, and enter picks for players, even after the lock time."
    />
  )
  return (
    <ChosenSeason pageHead={pageHead} needed="You need a season first.">
      {(season, seasons) => (
        <>
          {pageHead}
          <SeasonPicks
            season={season}
            seasons={seasons}
            roundId={Number(params.get('sport'))}
            onSelect={(seasonId, roundId) =>
              setParams(
                { season: String(seasonId), ...(roundId && { sport: String(roundId) }) },
                { replace: true },
              )
            }
          />
        </>
      )}
    </ChosenSeason>
  )
}
