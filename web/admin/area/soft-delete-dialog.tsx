import type { ReactNode } from 'react'
import { shownInPlace, useCommand } from '../command.ts'
import { TypedConfirmDialog } from './typed-confirm-dialog.tsx'

type SoftDeleteDialogProps = {
  kind: 'Sport' | 'Season'
  name: string
  send: (why: { reason?: string }) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

export function SoftDeleteDialog({ kind, name, send, onClose, children }: SoftDeleteDialogProps) {
  const { run, busy, problem } = useCommand({
    send,
    fallback: `Failed to delete ${kind.toLowerCase()}`,
    success: () => `${name} is deleted. You can restore it at the bottom of the page`,
    onDone: onClose,
    onProblem: shownInPlace,
  })
  return (
    <TypedConfirmDialog
      title={`Delete ${name}?`}
      expected={name}
      mismatch={`${kind} name does not match!`}
      consent={`Yes, delete this ${kind.toLowerCase()}`}
      action={`Delete ${kind}`}
      busy={busy}
      problem={problem}
      asksWhy
      onConfirm={run}
      onClose={onClose}
    >
      {children}
    </TypedConfirmDialog>
  )
}
