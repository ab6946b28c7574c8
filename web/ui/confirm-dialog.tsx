import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Notice } from './notice.tsx'

type ConfirmDialogProps = {
  title: string
  /** What the action is called on its button. */
  action: string
  danger?: boolean
  busy: boolean
  /** Why it did not work. */
  problem?: string | null
  onConfirm: () => void
  onClose: () => void
  /** What will happen. */
  children: ReactNode
  /** More than a few words can say. */
  details?: ReactNode
}

/** Says what will happen before it does. */
export function ConfirmDialog({
  title,
  action,
  danger = false,
  busy,
  problem,
  onConfirm,
  onClose,
  children,
  details,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={title}
      description={children}
      actions={
        <>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {details}
      {problem && <Notice tone="danger">{problem}</Notice>}
    </Dialog>
  )
}
