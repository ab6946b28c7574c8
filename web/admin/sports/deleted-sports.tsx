import type { SeasonList } from '../../../api/contract/seasons.ts'
import { api, query } from '../../server/api.ts'
import { DeletedCard } from '../parts/deleted-card.tsx'
import { Asked } from '../parts/loaded.tsx'
import { Section } from '../parts/section.tsx'

export function DeletedSports({ season }: { season: SeasonList[number] }) {
  return (
    <Asked of={query('GET /admin/rounds/season/{id}/deleted', season.id)} rows={1}>
      {(rounds) => (
        <Section title="Deleted Sports" empty="Nothing has been deleted.">
          {rounds.map(({ id, sport_name, deleted_at }) => (
            <DeletedCard
              key={id}
              kind="sport"
              name={sport_name}
              deletedAt={deleted_at ?? ''}
              contents="The sport goes for good, with every pick that was made in it."
              restored={`${sport_name} is back`}
              restore={() => api('POST /admin/rounds/{id}/restore', id)}
              purge={() =>
                api('DELETE /admin/rounds/{id}/permanent', id, { confirmation: 'PERMANENT DELETE' })
              }
            />
          ))}
        </Section>
      )}
    </Asked>
  )
}
