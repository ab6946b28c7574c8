import { useInfiniteQuery } from '@tanstack/react-query'
import type { RecordEntry } from '../../api/contract/record.ts'
import type { Season } from '../../api/contract/seasons.ts'
import { formatMoment } from '../pick/moment.ts'
import { SeasonPage } from '../season/season-page.tsx'
import { api } from '../server/api.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyCard } from '../ui/empty-state.tsx'
import { Box, Hint, Lines, Stack } from '../ui/layout.tsx'
import { Link } from '../ui/link.tsx'
import { LoadFailed } from '../ui/waiting/load-failed.tsx'
import { Loaded } from '../ui/waiting/loaded.tsx'

/** What admins changed in the season of the address, for those who play. */
export const RecordPage = () => (
  <SeasonPage title="Changes">{(season) => <Record season={season} />}</SeasonPage>
)

function Record({ season: { id } }: { season: Season }) {
  const record = useInfiniteQuery({
    queryKey: ['public', 'record', 'pages', id],
    queryFn: ({ pageParam }) => api('GET /public/seasons/{id}/record', id, { before: pageParam }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  return (
    <>
      <Hint>
        What admins changed after the first lock, and each pick that they replaced or cleared before a lock:
        who, when, why, and how it affected the standings. <Link to={`/?season=${id}`}>Standings</Link> ·{' '}
        <Link to={`/rules?season=${id}`}>Rules</Link>
      </Hint>
      <Loaded query={record} blocks={2}>
        {({ pages }) => (
          <Entries entries={pages.flatMap((page) => page.entries)} count={pages[0]?.count ?? 0} />
        )}
      </Loaded>
      {record.hasNextPage && (
        <Stack align="center">
          <Button variant="secondary" busy={record.isFetchingNextPage} onClick={() => record.fetchNextPage()}>
            Show Older
          </Button>
        </Stack>
      )}
      {record.isFetchNextPageError && <LoadFailed query={{ ...record, refetch: record.fetchNextPage }} />}
    </>
  )
}

function Entries({ entries, count }: { entries: RecordEntry[]; count: number }) {
  if (count === 0) {
    return <EmptyCard title="Nothing was changed after the fact in this season." />
  }
  return (
    <Card title={count === 1 ? '1 entry' : `${count} entries, newest first`}>
      <Lines as="ol" gap={4}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </Lines>
    </Card>
  )
}

function Entry({ entry: { at, sentence, reason, effect, lacksReason } }: { entry: RecordEntry }) {
  return (
    <Stack as="li" gap={1} align="start">
      <Hint as="time" translate="no" dateTime={at}>
        {formatMoment(at, 'seconds')}
      </Hint>
      <strong>{sentence}.</strong>
      {reason ? <q translate="no">{reason}</q> : lacksReason && <Hint>No reason given.</Hint>}
      {effect && (
        <Box>
          <Hint>{effect}</Hint>
        </Box>
      )}
    </Stack>
  )
}
