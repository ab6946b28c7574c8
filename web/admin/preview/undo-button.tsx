import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { UndoDialog } from './undo-dialog.tsx'

type UndoButtonProps = {
  eventId: string
  sentence: string
  /** Everything of this kind that the same command did. */
  all?: boolean
}

/** On an entry of the history: whether and how it can be undone is looked up when somebody asks. */
export function UndoButton(props: UndoButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={`Undo: ${props.sentence}`}
        onClick={() => setOpen(true)}
      >
        Undo
      </Button>
      {open && <UndoDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
