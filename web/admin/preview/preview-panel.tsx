import type { UseQueryResult } from '@tanstack/react-query'
import type { Preview } from '../../../api/contract/previews.ts'
import { Stack } from '../../ui/layout.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { EffectList } from './effect-list.tsx'

export function PreviewPanel({ query }: { query: UseQueryResult<Preview> }) {
  return (
    <Stack gap={2} aria-live="polite">
      <h3>What this does to the standings</h3>
      <Loaded query={query} rows={2} fallback="The preview could not be made.">
        {({ seasons }) => <EffectList seasons={seasons} />}
      </Loaded>
    </Stack>
  )
}
