import { useInfiniteQuery } from '@tanstack/react-query'
import type { HistoryEntry } from '../../../api/contract/history.ts'
import { api } from '../../server/api.ts'
import { Button } from '../../ui/button.tsx'
import { Box, Row } from '../../ui/layout.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { UndoButton } from '../preview/undo-button.tsx'
import { canBeUndone, UndoMarks } from './undo-marks.tsx'

type UnfoldedEntriesProps = { of: HistoryEntry; onOpen: (eventId: string) => void }

export function UnfoldedEntries({ of: { commandId, mixed = false }, onOpen }: UnfoldedEntriesProps) {
  const events = useInfiniteQuery({
    queryKey: ['admin', 'history', 'command', commandId],
    queryFn: ({ pageParam }) => api('GET /admin/history', { command: commandId, before: pageParam }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  return (
    <li>
      <Loaded query={events} rows={3} fallback="The single events could not be loaded.">
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries)
          return (
            <>
              <Box as="ul" scrolls>
                {entries.map((entry) => (
                  <Row as="li" key={entry.position} align="baseline" wraps={false} justify="space-between">
                    <div>
                      {entry.sentence}
                      <UndoMarks entry={entry} />
                    </div>
                    <Row as="span" gap={1}>
                      {mixed && startsSeveral(entry, entries) && (
                        <UndoButton eventId={entry.eventId} sentence={entry.sentence} text="Undo All" all />
                      )}
                      <Button
                        variant="quiet"
                        size="small"
                        aria-label={`Details of: ${entry.sentence}`}
                        onClick={() => onOpen(entry.eventId)}
                      >
                        Details
                      </Button>
                    </Row>
                  </Row>
                ))}
              </Box>
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
          )
        }}
      </Loaded>
    </li>
  )
}

/** The first of several of its type, which one undo takes back. */
function startsSeveral(entry: HistoryEntry, entries: readonly HistoryEntry[]): boolean {
  const same = entries.filter((other) => other.type === entry.type && canBeUndone(other))
  return same.length > 1 && same[0] === entry
}
