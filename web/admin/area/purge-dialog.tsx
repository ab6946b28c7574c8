import { shownInPlace, useCommand } from '../command.ts'
import type { DeletedCardProps } from './deleted-card.tsx'
import { TypedConfirmDialog } from './typed-confirm-dialog.tsx'

type PurgeDialogProps = Pick<DeletedCardProps, 'kind' | 'name' | 'contents' | 'purge'> & {
  onClose: () => void
}

export function PurgeDialog({ kind, name, contents, purge, onClose }: PurgeDialogProps) {
  const { run, busy, problem } = useCommand({
    send: purge,
    fallback: `Failed to permanently delete ${kind}`,
    success: () => `${name} is gone for good`,
    onDone: onClose,
    onProblem: shownInPlace,
  })
  return (
    <TypedConfirmDialog
      title={`Delete ${name} permanently?`}
      expected="PERMANENT DELETE"
      mismatch={'You must type "PERMANENT DELETE" exactly!'}
      consent="I understand that this cannot be undone"
      action="Delete Permanently"
      busy={busy}
      problem={problem}
      onConfirm={() => run()}
      onClose={onClose}
    >
      {contents} Nothing of it can ever be brought back.
    </TypedConfirmDialog>
  )
}
