import { useState } from 'react'
import { getUndo, undoEvent } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Loaded } from '../area/loaded.tsx'
import { useCommand } from '../command.ts'
import styles from '../form.module.css'
import { EffectList } from './effect-list.tsx'
import { asSeen, isOutdated, usePreview } from './preview.ts'

type UndoDialogProps = { eventId: string; sentence: string; onClose: () => void }

/** Says what an undo would bring about, or why there is no way back. */
export function UndoDialog({ eventId, sentence, onClose }: UndoDialogProps) {
  const [reason, setReason] = useState('')
  const way = usePreview(['undo', eventId], () => getUndo(eventId))
  const { run, busy, problem } = useCommand({
    send: () =>
      undoEvent(eventId, { ...asSeen(way.data?.preview), ...(reason.trim() && { reason: reason.trim() }) }),
    fallback: 'Failed to undo this',
    success: ({ message }) => message,
    onDone: onClose,
    onProblem: (error) => {
      if (isOutdated(error)) void way.refetch()
    },
  })
  const possible = way.data?.possible === true
  const needsReason = way.data?.needsReason === true
  const lacksReason = needsReason && reason.trim() === ''
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title="Undo this?"
      description={sentence}
      actions={
        <>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {possible ? 'Cancel' : 'Close'}
          </Button>
          {possible && (
            <Button busy={busy} disabled={lacksReason} onClick={() => run()}>
              Undo
            </Button>
          )}
        </>
      }
    >
      <div className={styles.form}>
        <Loaded query={way} rows={2} fallback="Whether it can be undone could not be found out.">
          {(found) => (
            <>
              <Notice tone={found.possible ? 'info' : 'warning'}>{found.sentence}</Notice>
              {found.preview && <EffectList seasons={found.preview.seasons} />}
            </>
          )}
        </Loaded>
        {possible && (
          <TextInput
            label={needsReason ? 'Reason' : 'Reason (optional)'}
            hint="It stands in the history beside what you do."
            maxLength={500}
            autoComplete="off"
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
        {problem && <Notice tone="danger">{problem}</Notice>}
      </div>
    </Dialog>
  )
}
