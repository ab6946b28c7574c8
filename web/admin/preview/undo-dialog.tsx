import { useForm } from 'react-hook-form'
import { getUndo, getUndoOfAll, undoAll, undoEvent } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Loaded } from '../area/loaded.tsx'
import { useCommand } from '../command.ts'
import { DialogForm } from '../form-dialog.tsx'
import { ReasonInput, reasonNeeded } from '../reason-input.tsx'
import { EffectList } from './effect-list.tsx'
import { asSeen, isOutdated, usePreview } from './preview.ts'

type UndoDialogProps = { eventId: string; sentence: string; all?: boolean; onClose: () => void }

export function UndoDialog({ eventId, sentence, all = false, onClose }: UndoDialogProps) {
  const form = useForm({ defaultValues: { reason: '' } })
  const [look, carryOut] = all ? [getUndoOfAll, undoAll] : [getUndo, undoEvent]
  const way = usePreview(['undo', eventId, all], () => look(eventId))
  const { run, busy, problem } = useCommand({
    send: ({ reason }: { reason: string }) =>
      carryOut(eventId, { ...asSeen(way.data?.preview), reason: reason.trim() }),
    fallback: 'Failed to undo this',
    success: ({ message }) => message,
    onDone: onClose,
    onProblem: (error) => {
      if (isOutdated(error)) void way.refetch()
    },
  })
  const found = (
    <Loaded query={way} rows={2} fallback="Whether it can be undone could not be found out.">
      {({ possible, sentence, preview }) => (
        <>
          <Notice tone={possible ? 'info' : 'warning'}>{sentence}</Notice>
          {preview && <EffectList seasons={preview.seasons} />}
        </>
      )}
    </Loaded>
  )
  return (
    <Dialog open onClose={onClose} busy={busy} title="Undo this?" description={sentence}>
      {way.data?.possible ? (
        <DialogForm
          action="Undo"
          busy={busy}
          problem={problem}
          onClose={onClose}
          onSubmit={form.handleSubmit(run)}
        >
          {found}
          <ReasonInput
            field={form.register('reason', reasonNeeded)}
            error={form.formState.errors.reason?.message}
          />
        </DialogForm>
      ) : (
        <>
          {found}
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}
