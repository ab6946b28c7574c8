import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { HistoryEntry } from '../../../api/contract/history.ts'
import { Hint } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { formatMoment } from '../calendar.ts'
import styles from './history.module.css'
import { withEvent } from './history-filter.ts'

/** What took it back, and what it took back, each with the way there. */
export function UndoMarks({ entry: { undoneBy, undoes, count = 1 } }: { entry: HistoryEntry }) {
  return (
    <>
      {undoneBy && (
        <p className={styles.undone}>
          <EventLink eventId={undoneBy.eventId}>
            {undoneBy.count < count ? `${undoneBy.count} of ${count} undone` : 'Undone'} on{' '}
            {formatMoment(undoneBy.occurredAt)} by {undoneBy.name}
          </EventLink>
        </p>
      )}
      {undoes && (
        <Hint>
          This undid: <EventLink eventId={undoes.eventId}>{undoes.sentence}</EventLink>
        </Hint>
      )}
    </>
  )
}

export const isUndone = ({ undoneBy, count = 1 }: HistoryEntry) =>
  undoneBy !== undefined && undoneBy.count >= count

export const canBeUndone = (entry: HistoryEntry) =>
  entry.actor.kind === 'admin' && entry.mixed !== true && !isUndone(entry)

function EventLink({ eventId, children }: { eventId: string; children: ReactNode }) {
  const [params] = useSearchParams()
  return <Link to={{ search: withEvent(params, eventId) }}>{children}</Link>
}
