import { type ReactNode, useState } from 'react'
import type { HistoryEntry } from '../../../api/contract/history.ts'
import { Button } from '../../ui/button.tsx'
import { formatClock } from '../calendar.ts'
import { UndoButton } from '../preview/undo-button.tsx'
import styles from './history.module.css'
import { kinds } from './history-filters.tsx'
import { UnfoldedEntries } from './unfolded-entries.tsx'

type HistoryItemProps = { entry: HistoryEntry; onOpen: (entry: HistoryEntry) => void }

export function HistoryItem({ entry, onOpen }: HistoryItemProps) {
  const [unfolded, setUnfolded] = useState(false)
  const { sentence, count, eventId, actor } = entry
  if (count === undefined) {
    return (
      <Line entry={entry}>
        <Button
          variant="quiet"
          size="small"
          aria-label={`Details of: ${sentence}`}
          onClick={() => onOpen(entry)}
        >
          Details
        </Button>
      </Line>
    )
  }
  const text = unfolded ? 'Fold' : `Show ${count}`
  return (
    <>
      <Line entry={entry}>
        <span className={styles.actions}>
          {actor.kind === 'admin' && <UndoButton eventId={eventId} sentence={sentence} all />}
          <Button
            variant="quiet"
            size="small"
            aria-expanded={unfolded}
            aria-label={`${text}: ${sentence}`}
            onClick={() => setUnfolded(!unfolded)}
          >
            {text}
          </Button>
        </span>
      </Line>
      {unfolded && <UnfoldedEntries of={entry} onOpen={onOpen} />}
    </>
  )
}

function Line({ entry, children }: { entry: HistoryEntry; children: ReactNode }) {
  const { actor, sentence, reason, lacksReason, kind, occurredAt } = entry
  const action = sentence.slice(actor.name.length)
  return (
    <li className={styles.entry}>
      <time className={styles.time} dateTime={occurredAt}>
        {formatClock(occurredAt)}
      </time>
      <div>
        <p>
          <strong>{actor.name}</strong>
          {action}
        </p>
        {reason && <p className={styles.reason}>Reason: {reason}</p>}
        {lacksReason && <p className={styles.reason}>No reason given.</p>}
      </div>
      <span className={styles.kind}>{kinds[kind]}</span>
      {children}
    </li>
  )
}
