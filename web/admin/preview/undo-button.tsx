import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { UndoDialog } from './undo-dialog.tsx'

type UndoButtonProps = {
  eventId: string
  sentence: string
  /** All events of this type from the same command. */
  all?: boolean
  text?: string
}

export function UndoButton({ text = 'Undo', ...props }: UndoButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={`${text}: ${props.sentence}`}
        onClick={() => setOpen(true)}
      >
        {text}
      </Button>
      {open && <UndoDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
