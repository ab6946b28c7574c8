import { useSearchParams } from 'react-router'
import { PageHead } from '../parts/page-head.tsx'
import { ChosenSeason } from '../seasons/chosen-season.tsx'
import { SeasonSports } from './season-sports.tsx'

export function SportsPage() {
  const [, setParams] = useSearchParams()
  return (
    <ChosenSeason
      pageHead={
        <PageHead title="Sports" text="Each sport asks the players for a pick before its lock time." />
      }
      needed="A sport needs a season first."
    >
      {(season, seasons) => (
        <SeasonSports
          key={season.id}
          season={season}
          seasons={seasons}
          onSelect={(id) => setParams({ season: String(id) }, { replace: true })}
        />
      )}
    </ChosenSeason>
  )
}
