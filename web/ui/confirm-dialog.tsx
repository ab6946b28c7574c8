import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Notice } from './notice.tsx'

type ConfirmDialogProps = {
  title: string
  action: string
  danger?: boolean
  busy: boolean
  disabled?: boolean
  problem?: string | null
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
  details?: ReactNode
}

export function ConfirmDialog({
  title,
  action,
  danger = false,
  busy,
  disabled = false,
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
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled} onClick={onConfirm}>
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
