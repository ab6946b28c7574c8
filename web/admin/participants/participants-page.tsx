import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { seasonsQuery } from '../admin-queries.ts'
import { Loaded } from '../area/loaded.tsx'
import { SeasonParticipants } from './season-participants.tsx'

export function ParticipantsPage() {
  const seasonId = Number(useParams().seasonId)
  const seasons = useQuery(seasonsQuery)
  return (
    <>
      <div>
        <ButtonLink to="/admin/seasons" variant="secondary" size="small">
          ← Back to Seasons
        </ButtonLink>
      </div>
      <Loaded query={seasons}>
        {(all) => {
          const season = all.find(({ id }) => id === seasonId)
          if (season) return <SeasonParticipants key={season.id} season={season} />
          return (
            <Card>
              <EmptyState title="Season not found">It may have been deleted.</EmptyState>
            </Card>
          )
        }}
      </Loaded>
    </>
  )
}
