import { keepPreviousData, skipToken, useIsMutating, useQuery } from '@tanstack/react-query'
import type { Preview } from '../../../api/contract/previews.ts'
import { ClientError } from '../../server/request.ts'

/**
 * Asks again each time. Asks nothing while the change is being sent, because after the change the server would
 * refuse.
 */
export function usePreview<Data>(
  change: readonly unknown[],
  /** Missing while there is nothing to ask. */
  ask: (() => Promise<Data>) | false | undefined,
) {
  const idle = useIsMutating() === 0
  return useQuery({
    queryKey: ['admin', 'preview', ...change],
    queryFn: ask || skipToken,
    enabled: idle,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  })
}

/** That the effect of this very change is on the screen. */
export const isSeen = ({ data, isPlaceholderData }: { data: unknown; isPlaceholderData: boolean }) =>
  data !== undefined && !isPlaceholderData

/** Names the log position that the admin saw. Without a preview the server compares nothing. */
export const asSeen = (preview: Preview | null | undefined) =>
  preview ? { seenPosition: preview.position } : {}

export const isOutdated = (error: Error | null) => error instanceof ClientError && error.outdated
