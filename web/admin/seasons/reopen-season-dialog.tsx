import type { Season } from '#api/contract/seasons'
import { reopenSeason } from '../../client.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { shownInPlace, useCommand } from '../command.ts'

export function ReopenSeasonDialog({ season, onClose }: { season: Season; onClose: () => void }) {
  const { run, busy, problem } = useCommand({
    send: () => reopenSeason(season.id),
    fallback: 'Failed to reopen season',
    success: () => `${season.name} is open again`,
    onDone: onClose,
    onProblem: shownInPlace,
  })
  return (
    <ConfirmDialog
      title={`Reopen ${season.name}?`}
      action="Reopen"
      busy={busy}
      problem={problem}
      onConfirm={run}
      onClose={onClose}
    >
      Its winners are taken back, and its points follow the current settings again. Sports and picks can be
      changed until you end it once more.
    </ConfirmDialog>
  )
}
