import type { HistoryEntry } from '#api/contract/history'
import { Button } from '../../ui/button.tsx'
import { formatClock } from '../calendar.ts'
import styles from './history.module.css'
import { kinds } from './history-filters.tsx'

type HistoryItemProps = { entry: HistoryEntry; onOpen: () => void }

export function HistoryItem({ entry, onOpen }: HistoryItemProps) {
  const { actor, sentence, reason, lacksReason, kind, occurredAt } = entry
  const deed = sentence.slice(actor.name.length)
  return (
    <li className={styles.entry}>
      <time className={styles.time} dateTime={occurredAt}>
        {formatClock(occurredAt)}
      </time>
      <div>
        <p>
          <strong>{actor.name}</strong>
          {deed}
        </p>
        {reason && <p className={styles.reason}>Reason: {reason}</p>}
        {lacksReason && <p className={styles.reason}>No reason given.</p>}
      </div>
      <span className={styles.kind}>{kinds[kind]}</span>
      <Button variant="quiet" size="small" aria-label={`Details of: ${sentence}`} onClick={onOpen}>
        Details
      </Button>
    </li>
  )
}
