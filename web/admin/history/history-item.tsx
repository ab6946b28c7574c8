import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { HistoryEntry } from '../../../api/contract/history.ts'
import { Button } from '../../ui/button.tsx'
import { Hint, Row } from '../../ui/layout.tsx'
import { Name } from '../../ui/name.tsx'
import { formatClock } from '../calendar.ts'
import { UndoButton } from '../preview/undo-button.tsx'
import styles from './history.module.css'
import { kinds } from './history-filters.tsx'
import { canBeUndone, isUndone, UndoMarks } from './undo-marks.tsx'
import { UnfoldedEntries } from './unfolded-entries.tsx'

type HistoryItemProps = { entry: HistoryEntry; onOpen: (eventId: string) => void }

export function HistoryItem({ entry, onOpen }: HistoryItemProps) {
  const [unfolded, setUnfolded] = useState(false)
  const { sentence, count, eventId } = entry
  if (count === undefined) {
    return (
      <Line entry={entry}>
        <Button
          variant="quiet"
          size="small"
          aria-label={`Details of: ${sentence}`}
          onClick={() => onOpen(eventId)}
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
        <Row as="span" gap={1}>
          {canBeUndone(entry) && <UndoButton eventId={eventId} sentence={sentence} all />}
          <Button
            variant="quiet"
            size="small"
            aria-expanded={unfolded}
            aria-label={`${text}: ${sentence}`}
            onClick={() => setUnfolded(!unfolded)}
          >
            {text}
          </Button>
        </Row>
      </Line>
      {unfolded && <UnfoldedEntries of={entry} onOpen={onOpen} />}
    </>
  )
}

function Line({ entry, children }: { entry: HistoryEntry; children: ReactNode }) {
  const { actor, sentence, reason, lacksReason, kind, occurredAt, count } = entry
  const { seasonId, roundId, playerId } = entry
  const action = sentence.slice(actor.name.length)
  return (
    <li className={styles.entry} data-undone={isUndone(entry)}>
      <Hint as="time" translate="no" dateTime={occurredAt}>
        {formatClock(occurredAt)}
      </Hint>
      <div>
        <p className={styles.sentence}>
          <strong translate="no">{actor.name}</strong>
          {action}
        </p>
        {reason && (
          <Hint>
            Reason: <Name of={reason} />
          </Hint>
        )}
        {seasonId && roundId && playerId && count === undefined && (
          <Hint>
            <Link to={`/seasons/${seasonId}/sports/${roundId}/players/${playerId}`}>Page of the pick</Link>
          </Hint>
        )}
        {lacksReason && <Hint>No reason given.</Hint>}
        <UndoMarks entry={entry} />
      </div>
      <Hint as="span">{kinds[kind]}</Hint>
      {children}
    </li>
  )
}
