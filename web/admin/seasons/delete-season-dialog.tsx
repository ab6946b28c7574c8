import type { Season } from '../../../api/contract/seasons.ts'
import { deleteSeason } from '../../client.ts'
import { SoftDeleteDialog } from '../area/soft-delete-dialog.tsx'

export function DeleteSeasonDialog({ season, onClose }: { season: Season; onClose: () => void }) {
  return (
    <SoftDeleteDialog kind="Season" name={season.name} send={() => deleteSeason(season.id)} onClose={onClose}>
      It disappears from the home page with its sports, its pick links stop working and no more mail goes out
      for it. All picks and points are kept: you can restore it.
    </SoftDeleteDialog>
  )
}
