import { useParams } from 'react-router'
import { query } from '../../server/api.ts'
import { SmallLink } from '../../ui/button.tsx'
import { Asked } from '../../ui/waiting/loaded.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { SeasonParticipants } from './season-participants.tsx'

export function ParticipantsPage() {
  const seasonId = Number(useParams().seasonId)
  return (
    <>
      <div>
        <SmallLink to="/admin/seasons">← Back to Seasons</SmallLink>
      </div>
      <Asked of={query('GET /admin/seasons')}>
        {(all) => {
          const season = all.find(({ id }) => id === seasonId)
          if (season) return <SeasonParticipants key={season.id} season={season} />
          return <PageHead title="Season not found" text="It may have been deleted." />
        }}
      </Asked>
    </>
  )
}
