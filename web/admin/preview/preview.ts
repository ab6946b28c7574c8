import { keepPreviousData, type QueryFunction, useIsMutating, useQuery } from '@tanstack/react-query'
import type { Preview } from '../../../api/contract/previews.ts'
import { ClientError } from '../../request.ts'

/**
 * What a change would do, asked anew each time. While the change itself is on its way nothing is asked: behind it, it
 * would be refused.
 */
export function usePreview<Data>(
  change: readonly unknown[],
  ask: QueryFunction<Data>,
  { enabled = true } = {},
) {
  const idle = useIsMutating() === 0
  return useQuery({
    queryKey: ['admin', 'preview', ...change],
    queryFn: ask,
    enabled: enabled && idle,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  })
}

/** Names the log as the admin saw it; without a preview nothing is compared. */
export const asSeen = (preview: Preview | null | undefined) =>
  preview ? { seenPosition: preview.position } : {}

/** Something else has happened since the preview was made. */
export const isOutdated = (error: Error | null) => error instanceof ClientError && error.outdated
