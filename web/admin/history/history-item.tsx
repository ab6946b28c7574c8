import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { HistoryEntry } from '../../../api/contract/history.ts'
import { api } from '../../server/api.ts'
import { SmallButton } from '../../ui/button.tsx'
import { Box, Hint, Row } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { Name } from '../../ui/name.tsx'
import { Loaded } from '../../ui/waiting/loaded.tsx'
import { formatClock } from '../calendar.ts'
import { UndoButton } from '../preview/undo-button.tsx'
import styles from './history.module.css'
import { kinds } from './history-filters.tsx'
import { canBeUndone, isUndone, UndoMarks } from './undo-marks.tsx'

type HistoryItemProps = { entry: HistoryEntry; onOpen: (eventId: string) => void }

export function HistoryItem({ entry, onOpen }: HistoryItemProps) {
  const [unfolded, setUnfolded] = useState(false)
  const { sentence, count, eventId } = entry
  if (count === undefined) {
    return (
      <Line entry={entry}>
        <SmallButton variant="quiet" aria-label={`Details of: ${sentence}`} onClick={() => onOpen(eventId)}>
          Details
        </SmallButton>
      </Line>
    )
  }
  const text = unfolded ? 'Fold' : `Show ${count}`
  return (
    <>
      <Line entry={entry}>
        <Row as="span" gap={1}>
          {canBeUndone(entry) && <UndoButton eventId={eventId} sentence={sentence} all />}
          <SmallButton
            variant="quiet"
            aria-expanded={unfolded}
            aria-label={`${text}: ${sentence}`}
            onClick={() => setUnfolded(!unfolded)}
          >
            {text}
          </SmallButton>
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

type UnfoldedEntriesProps = { of: HistoryEntry; onOpen: (eventId: string) => void }

function UnfoldedEntries({ of: { commandId, mixed = false }, onOpen }: UnfoldedEntriesProps) {
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
                      <SmallButton
                        variant="quiet"
                        aria-label={`Details of: ${entry.sentence}`}
                        onClick={() => onOpen(entry.eventId)}
                      >
                        Details
                      </SmallButton>
                    </Row>
                  </Row>
                ))}
              </Box>
              {events.hasNextPage && (
                <SmallButton busy={events.isFetchingNextPage} onClick={() => events.fetchNextPage()}>
                  Show More
                </SmallButton>
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
