import { useOutletContext } from 'react-router'
import type { Me } from '../../../api/contract/auth.ts'
import { file } from '../../server/api.ts'
import { zoneName } from '../calendar.ts'
import { DownloadButton } from '../parts/download-button.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { EventDialog } from './event-dialog.tsx'
import { historyQuery, useHistoryFilter, useOpenedEvent } from './history-filter.ts'
import { HistoryFilters } from './history-filters.tsx'
import { HistoryList } from './history-list.tsx'

export function HistoryPage() {
  const me = useOutletContext<Me>()
  const { filter, setFilter } = useHistoryFilter()
  const { eventId, openEvent, closeEvent } = useOpenedEvent()
  return (
    <>
      <PageHead
        title="History"
        text={`Who did what, when and why. Nothing in here can be changed. Times in ${zoneName()}.`}
        actions={
          <DownloadButton
            text="Download CSV"
            fileName="history.csv"
            ask={() => file('GET /admin/history.csv', historyQuery(filter))}
            fallback="Failed to download the history"
          />
        }
      />
      <HistoryFilters filter={filter} main={me.isMainAdmin} onChange={setFilter} />
      <HistoryList
        key={JSON.stringify(filter)}
        filter={filter}
        onOpen={openEvent}
        onShowAll={() => setFilter({})}
      />
      {eventId && <EventDialog eventId={eventId} onClose={closeEvent} />}
    </>
  )
}
