import { api, query } from '../../server/api.ts'
import { DeletedCard } from '../parts/deleted-card.tsx'
import { Asked } from '../parts/loaded.tsx'
import { Section } from '../parts/section.tsx'

export function DeletedSeasons() {
  return (
    <Asked of={query('GET /admin/seasons/deleted')} rows={1}>
      {(seasons) => (
        <Section title="Deleted Seasons" empty="Nothing has been deleted.">
          {seasons.map(({ id, name, deleted_at }) => (
            <DeletedCard
              key={id}
              kind="season"
              name={name}
              deletedAt={deleted_at ?? ''}
              contents="The season goes for good, with all of its sports, picks and points."
              restored={`${name} is back. Activate it to go on with it`}
              restore={() => api('POST /admin/seasons/{id}/restore', id)}
              purge={() =>
                api('DELETE /admin/seasons/{id}/permanent', id, { confirmation: 'PERMANENT DELETE' })
              }
            />
          ))}
        </Section>
      )}
    </Asked>
  )
}
