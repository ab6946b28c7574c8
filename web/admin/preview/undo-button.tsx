import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { UndoDialog } from './undo-dialog.tsx'

/** On an entry of the history: whether and how it can be undone is looked up when somebody asks. */
export function UndoButton({ eventId, sentence }: { eventId: string; sentence: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" size="small" aria-label={`Undo: ${sentence}`} onClick={() => setOpen(true)}>
        Undo
      </Button>
      {open && <UndoDialog eventId={eventId} sentence={sentence} onClose={() => setOpen(false)} />}
    </>
  )
}
