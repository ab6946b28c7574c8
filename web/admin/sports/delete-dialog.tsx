import { deleteRound } from '../../client.ts'
import { SoftDeleteDialog } from '../area/soft-delete-dialog.tsx'
import { useMailOutcome } from '../outbox/mail-outcome.ts'
import type { SportDialogProps } from './sport-dialog.tsx'
import { isOpen } from './sport-order.ts'

export function DeleteDialog({ round, onClose }: SportDialogProps) {
  const outcome = useMailOutcome()
  return (
    <SoftDeleteDialog
      kind="Sport"
      name={round.sport_name}
      send={(why) => deleteRound(round.id, why)}
      onClose={onClose}
    >
      It disappears from the home page, and its pick links stop working. All picks are kept: you can restore
      it. {isOpen(round) && outcome?.('All active participants are told by mail.')}
    </SoftDeleteDialog>
  )
}
