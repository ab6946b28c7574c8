import type { Season } from '../../../api/contract/seasons.ts'
import { reopenSeason } from '../../client.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

export const ReopenSeasonDialog = ({ season, onClose }: { season: Season; onClose: () => void }) => (
  <ReasonDialog
    title={`Reopen ${season.name}?`}
    description="Its winners are taken back, and its points follow the current settings again. Sports and picks can be changed until you end it once more."
    action="Reopen"
    send={(body) => reopenSeason(season.id, body)}
    fallback="Failed to reopen season"
    success={`${season.name} is open again`}
    onClose={onClose}
  />
)
