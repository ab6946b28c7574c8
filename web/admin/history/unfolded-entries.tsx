import { useInfiniteQuery } from '@tanstack/react-query'
import type { HistoryEntry } from '../../../api/contract/history.ts'
import { getHistory } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../area/loaded.tsx'
import styles from './history.module.css'

type UnfoldedEntriesProps = { of: HistoryEntry; onOpen: (entry: HistoryEntry) => void }

export function UnfoldedEntries({ of: { commandId, type, kind }, onOpen }: UnfoldedEntriesProps) {
  const events = useInfiniteQuery({
    queryKey: ['admin', 'history', 'command', commandId, kind],
    queryFn: ({ pageParam }) => getHistory({ command: commandId, kind, before: pageParam }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  return (
    <li className={styles.unfolded}>
      <Loaded query={events} rows={3} fallback="The single events could not be loaded.">
        {({ pages }) => (
          <>
            <ul>
              {pages
                .flatMap(({ entries }) => entries)
                .filter((entry) => entry.type === type)
                .map((entry) => (
                  <li key={entry.position}>
                    <span>{entry.sentence}</span>
                    <Button
                      variant="quiet"
                      size="small"
                      aria-label={`Details of: ${entry.sentence}`}
                      onClick={() => onOpen(entry)}
                    >
                      Details
                    </Button>
                  </li>
                ))}
            </ul>
            {events.hasNextPage && (
              <Button
                variant="secondary"
                size="small"
                busy={events.isFetchingNextPage}
                onClick={() => events.fetchNextPage()}
              >
                Show More
              </Button>
            )}
          </>
        )}
      </Loaded>
    </li>
  )
}
