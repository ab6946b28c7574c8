import { deleteRound } from '../../client.ts'
import { SoftDeleteDialog } from '../area/soft-delete-dialog.tsx'
import type { SportDialogProps } from './sport-dialog.tsx'

export function DeleteDialog({ round, onClose }: SportDialogProps) {
  return (
    <SoftDeleteDialog
      kind="Sport"
      name={round.sport_name}
      send={() => deleteRound(round.id)}
      onClose={onClose}
    >
      It disappears from the home page, its pick links stop working and no more mail goes out for it. All
      picks are kept: you can restore it.
    </SoftDeleteDialog>
  )
}
