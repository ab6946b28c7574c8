import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HistoryEntry, HistoryKind } from '../../../api/contract/history.ts'
import { query } from '../../server/api.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Box, Hint, Stack } from '../../ui/layout.tsx'
import { Name } from '../../ui/name.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Asked, Loaded } from '../../ui/waiting/loaded.tsx'
import { formatMoment, zoneName } from '../calendar.ts'
import { EffectList } from '../preview/effect-list.tsx'
import { UndoButton } from '../preview/undo-button.tsx'
import styles from './history.module.css'
import { addressOfEvent } from './history-filter.ts'
import { canBeUndone, UndoMarks } from './undo-marks.tsx'

type EventDialogProps = { eventId: string; onClose: () => void }

export function EventDialog({ eventId, onClose }: EventDialogProps) {
  const found = useQuery({
    ...query('GET /admin/history', { event: eventId }),
    select: ({ entries }) => entries[0] ?? null,
  })
  const entry = found.data
  return (
    <Dialog
      onClose={onClose}
      title={entry?.sentence ?? 'Event'}
      description={entry && `${formatMoment(entry.occurredAt)}, ${zoneName()}`}
      actions={
        <>
          {entry && canBeUndone(entry) && <UndoButton eventId={eventId} sentence={entry.sentence} />}
          <CopyButton text={addressOfEvent(eventId)} name="Copy Link" />
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <Loaded query={found} rows={3} fallback="The event could not be loaded.">
        {(one) =>
          one ? (
            <EventDetails entry={one} />
          ) : (
            <Notice tone="warning">This event does not exist, or only the main admin may see it.</Notice>
          )
        }
      </Loaded>
    </Dialog>
  )
}

const WITHOUT_EFFECT: readonly HistoryKind[] = ['players', 'admins', 'sign-ins']

function EventDetails({ entry }: { entry: HistoryEntry }) {
  const { eventId, kind, changes, reason, lacksReason } = entry
  return (
    <Stack gap={3}>
      {reason && (
        <p>
          Reason: <Name of={reason} />
        </p>
      )}
      {lacksReason && <Hint>No reason given.</Hint>}
      <UndoMarks entry={entry} />
      {changes && (
        <dl className={styles.changes}>
          {changes.map(({ field, before, after }) => (
            <div key={field}>
              <Hint as="dt" size="m">
                {field}
              </Hint>
              <dd>
                <del>{before}</del> <ins>{after}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {!WITHOUT_EFFECT.includes(kind) && <EventEffect eventId={eventId} />}
      <RawEvent entry={entry} />
    </Stack>
  )
}

function RawEvent({ entry: { eventId, type } }: { entry: HistoryEntry }) {
  const event = { ...query('GET /admin/history/{eventId}', eventId), staleTime: Number.POSITIVE_INFINITY }
  return (
    <Asked of={event} rows={1}>
      {(raw) => (
        <details>
          <summary>
            <strong>The event in the log: {type}</strong>
          </summary>
          <Box as="section" scrolls tabIndex={0} aria-label="The event in the log">
            <pre className={styles.raw}>{JSON.stringify(raw, null, 2)}</pre>
          </Box>
        </details>
      )}
    </Asked>
  )
}

function EventEffect({ eventId }: { eventId: string }) {
  const [open, setOpen] = useState(false)
  const effect = useQuery({
    ...query('GET /admin/history/{eventId}/effect', eventId),
    enabled: open,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <strong>How this changed the standings</strong>
      </summary>
      <Loaded query={effect} rows={2} fallback="How it changed the standings could not be worked out.">
        {({ seasons }) =>
          seasons.length > 0 ? <EffectList seasons={seasons} /> : <p>It did not change them.</p>
        }
      </Loaded>
    </details>
  )
}
