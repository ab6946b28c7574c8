import type { Player } from '../../../api/contract/players.ts'
import { erasePlayer } from '../../client.ts'
import { TypedConfirmDialog } from '../area/typed-confirm-dialog.tsx'
import { shownInPlace, useCommand } from '../command.ts'

type ErasePlayerDialogProps = { player: Player; onClose: () => void }

export function ErasePlayerDialog({ player: { id, name }, onClose }: ErasePlayerDialogProps) {
  const { run, busy, problem } = useCommand({
    send: () => erasePlayer(id),
    fallback: 'Failed to erase player',
    success: ({ message }) => message,
    onDone: onClose,
    onProblem: shownInPlace,
  })
  return (
    <TypedConfirmDialog
      title={`Erase ${name}?`}
      expected="ERASE"
      mismatch={'You must type "ERASE" exactly!'}
      consent="I understand that this cannot be undone"
      action="Erase for Good"
      busy={busy}
      problem={problem}
      onConfirm={() => run()}
      onClose={onClose}
    >
      Name and address of {name} vanish from the log, the tables, kept mails and every export made from now
      on. Picks, points and ranks stay, under “Erased player {id}”. Backups and exports made before still hold
      the name. Nobody can bring it back.
    </TypedConfirmDialog>
  )
}
