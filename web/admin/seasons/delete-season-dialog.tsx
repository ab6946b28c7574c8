import type { Season } from '../../../api/contract/seasons.ts'
import { deleteSeason } from '../../client.ts'
import { SoftDeleteDialog } from '../area/soft-delete-dialog.tsx'
import { useMailOutcome } from '../outbox/mail-outcome.ts'

export function DeleteSeasonDialog({ season, onClose }: { season: Season; onClose: () => void }) {
  const outcome = useMailOutcome()
  return (
    <SoftDeleteDialog
      kind="Season"
      name={season.name}
      send={(why) => deleteSeason(season.id, why)}
      onClose={onClose}
    >
      It disappears from the home page with its sports, and its pick links stop working. All picks and points
      are kept: you can restore it.{' '}
      {outcome?.('While a sport is open, active participants are told by mail.')}
    </SoftDeleteDialog>
  )
}
