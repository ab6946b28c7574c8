import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../server/api.ts'
import { Loaded } from '../parts/loaded.tsx'
import { EffectList } from './effect-list.tsx'

export function EventEffect({ eventId }: { eventId: string }) {
  const [open, setOpen] = useState(false)
  const effect = useQuery({
    ...query('GET /admin/history/{eventId}/effect', eventId),
    enabled: open,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <strong>What this did to the standings</strong>
      </summary>
      <Loaded query={effect} rows={2} fallback="What it did to the standings could not be worked out.">
        {({ seasons }) =>
          seasons.length > 0 ? <EffectList seasons={seasons} /> : <p>Nothing: it has no part in them.</p>
        }
      </Loaded>
    </details>
  )
}
