import { useInfiniteQuery } from '@tanstack/react-query'
import type { HistoryEntry } from '../../../api/contract/history.ts'
import { api } from '../../server/api.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyCard } from '../../ui/empty-state.tsx'
import { Lines } from '../../ui/layout.tsx'
import { Loaded } from '../../ui/waiting/loaded.tsx'
import { formatDay } from '../calendar.ts'
import { type HistoryFilter, historyQuery } from './history-filter.ts'
import { HistoryItem } from './history-item.tsx'

type HistoryListProps = {
  filter: HistoryFilter
  onOpen: (eventId: string) => void
  onShowAll: () => void
}

export function HistoryList({ filter, onOpen, onShowAll }: HistoryListProps) {
  const history = useInfiniteQuery({
    queryKey: ['admin', 'history', filter],
    queryFn: ({ pageParam }) =>
      api('GET /admin/history', { ...historyQuery(filter), before: pageParam, per: 'command' }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  return (
    <Loaded query={history} fallback="The history could not be loaded." rows={8}>
      {({ pages }) => {
        const entries = pages.flatMap((page) => page.entries)
        if (entries.length === 0) {
          return (
            <EmptyCard
              title="Nothing has happened here yet."
              action={<Button onClick={onShowAll}>Show Everything</Button>}
            >
              Another filter may find what you are looking for.
            </EmptyCard>
          )
        }
        return (
          <>
            {byDay(entries).map(({ day, items }) => (
              <Card key={day} title={day} flush>
                <Lines as="ol" flush>
                  {items.map((entry) => (
                    <HistoryItem key={entry.position} entry={entry} onOpen={onOpen} />
                  ))}
                </Lines>
              </Card>
            ))}
            {history.hasNextPage && (
              <div>
                <Button
                  variant="secondary"
                  busy={history.isFetchingNextPage}
                  onClick={() => history.fetchNextPage()}
                >
                  Show Older
                </Button>
              </div>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

function byDay(entries: readonly HistoryEntry[]) {
  const days: { day: string; items: HistoryEntry[] }[] = []
  for (const entry of entries) {
    const day = formatDay(entry.occurredAt)
    const last = days.at(-1)
    if (last?.day === day) last.items.push(entry)
    else days.push({ day, items: [entry] })
  }
  return days
}
