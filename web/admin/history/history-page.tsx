import { useMutation } from '@tanstack/react-query'
import { useOutletContext } from 'react-router'
import type { Me } from '#api/contract/auth'
import { downloadHistory } from '../../client.ts'
import { useNotices } from '../../notices.ts'
import { errorText } from '../../request.ts'
import { Button } from '../../ui/button.tsx'
import { PageHead } from '../area/page-head.tsx'
import { saveFile } from '../area/save-file.ts'
import { historyQuery, useHistoryFilter } from './history-filter.ts'
import { HistoryFilters } from './history-filters.tsx'
import { HistoryList } from './history-list.tsx'

/** Everything that happened, newest first. */
export function HistoryPage() {
  const me = useOutletContext<Me>()
  const { filter, setFilter } = useHistoryFilter()
  const query = historyQuery(filter)
  return (
    <>
      <PageHead
        title="History"
        text="Who did what, when and why. Nothing in here can be changed."
        actions={<DownloadButton query={query} />}
      />
      <HistoryFilters filter={filter} main={me.isMainAdmin} onChange={setFilter} />
      <HistoryList key={query} filter={filter} onShowAll={() => setFilter({})} />
    </>
  )
}

function DownloadButton({ query }: { query: string }) {
  const download = useMutation({
    mutationFn: () => downloadHistory(query),
    onSuccess: (file) => saveFile(file, 'history.csv'),
    onError: (error) =>
      useNotices.getState().show('danger', errorText(error, 'Failed to download the history')),
  })
  return (
    <Button variant="secondary" busy={download.isPending} onClick={() => download.mutate()}>
      Download CSV
    </Button>
  )
}
