import { useQuery } from '@tanstack/react-query'
import type { HistoryEntry, HistoryKind } from '../../../api/contract/history.ts'
import { getRawEvent } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loaded } from '../area/loaded.tsx'
import { formatMoment } from '../calendar.ts'
import { EventEffect } from '../preview/event-effect.tsx'
import { UndoButton } from '../preview/undo-button.tsx'
import styles from './history.module.css'

type RawEventDialogProps = { entry: HistoryEntry; onClose: () => void }

const WITHOUT_EFFECT: readonly HistoryKind[] = ['players', 'admins', 'sign-ins']

export function RawEventDialog({ entry, onClose }: RawEventDialogProps) {
  const { eventId, type, kind, actor, sentence, changes, occurredAt } = entry
  const event = useQuery({
    queryKey: ['admin', 'history', 'event', eventId],
    queryFn: () => getRawEvent(eventId),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={sentence}
      description={formatMoment(occurredAt)}
      actions={
        <>
          {actor.kind === 'admin' && <UndoButton eventId={eventId} sentence={sentence} />}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {changes && (
        <dl className={styles.changes}>
          {changes.map(({ field, before, after }) => (
            <div key={field}>
              <dt>{field}</dt>
              <dd>
                <del>{before}</del> <ins>{after}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {!WITHOUT_EFFECT.includes(kind) && <EventEffect eventId={eventId} />}
      <Loaded query={event} rows={3}>
        {(raw) => (
          <details>
            <summary>The event in the log: {type}</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what it can focus */}
            <section className={styles.raw} tabIndex={0} aria-label="The event in the log">
              <pre>{JSON.stringify(raw, null, 2)}</pre>
            </section>
          </details>
        )}
      </Loaded>
    </Dialog>
  )
}
