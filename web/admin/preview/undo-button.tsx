import { useKept } from '../../draft.ts'
import { calling } from '../../server/api.ts'
import { Button, SmallButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Loaded } from '../../ui/waiting/loaded.tsx'
import { CommandDialog } from '../command/command-dialog.tsx'
import { EffectList } from './effect-list.tsx'
import { asSeen, isOutdated, usePreview } from './preview.ts'
import { PreviewFrame } from './preview-panel.tsx'

type UndoButtonProps = {
  eventId: string
  sentence: string
  /** All events of this type from the same command. */
  all?: boolean
  text?: string
}

export function UndoButton({ text = 'Undo', ...props }: UndoButtonProps) {
  const [open, setOpen] = useKept(`undo ${props.eventId} ${props.all}`, false)
  return (
    <>
      <SmallButton variant="quiet" aria-label={`${text}: ${props.sentence}`} onClick={() => setOpen(true)}>
        {text}
      </SmallButton>
      {open && <UndoDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

type UndoDialogProps = { eventId: string; sentence: string; all?: boolean; onClose: () => void }

function UndoDialog({ eventId, sentence, all = false, onClose }: UndoDialogProps) {
  const [look, carryOut] = all
    ? [calling('GET /admin/history/{eventId}/undo-all'), calling('POST /admin/history/{eventId}/undo-all')]
    : [calling('GET /admin/history/{eventId}/undo'), calling('POST /admin/history/{eventId}/undo')]
  const way = usePreview(['undo', eventId, all], () => look(eventId))
  const found = (
    <Loaded query={way} rows={2} fallback="Could not check whether this can be undone.">
      {({ possible, sentence, preview }) => (
        <>
          <Notice tone={possible ? 'info' : 'warning'}>{sentence}</Notice>
          {preview && (
            <PreviewFrame seen={preview}>
              <EffectList seasons={preview.seasons} />
            </PreviewFrame>
          )}
        </>
      )}
    </Loaded>
  )
  if (!way.data?.possible) {
    return (
      <Dialog
        onClose={onClose}
        title="Undo this?"
        description={sentence}
        actions={<Button onClick={onClose}>Close</Button>}
      >
        {found}
      </Dialog>
    )
  }
  return (
    <CommandDialog
      title="Undo this?"
      text={sentence}
      action="Undo"
      reason="needed"
      send={({ reason = '' }) => carryOut(eventId, { ...asSeen(way.data?.preview), reason })}
      fallback="Failed to undo this"
      success={({ message }) => message}
      onRefused={(error) => isOutdated(error) && void way.refetch()}
      onClose={onClose}
    >
      {found}
    </CommandDialog>
  )
}
