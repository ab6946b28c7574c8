import type { Season } from '../../../api/contract/seasons.ts'
import { sealPicks, unsealPicks } from '../../client.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { shownInPlace, useCommand } from '../command.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

type SealPicksDialogProps = { season: Season; onClose: () => void }

/** Seals, or takes the seal away. */
export const SealPicksDialog = (props: SealPicksDialogProps) =>
  props.season.picks_sealed ? <UnsealDialog {...props} /> : <SealDialog {...props} />

function SealDialog({ season, onClose }: SealPicksDialogProps) {
  const { run, busy, problem } = useCommand({
    send: () => sealPicks(season.id),
    fallback: 'Failed to seal picks',
    success: () => `Picks of ${season.name} are sealed from admins`,
    onDone: onClose,
    onProblem: shownInPlace,
  })
  return (
    <ConfirmDialog
      title={`Seal the picks of ${season.name}?`}
      action="Seal Picks"
      busy={busy}
      problem={problem}
      onConfirm={run}
      onClose={onClose}
    >
      Until a sport locks, no admin sees what was picked, only that it was. You can still enter picks for
      players. Whoever has to look at a pick can, and everybody sees that.
    </ConfirmDialog>
  )
}

const UnsealDialog = ({ season, onClose }: SealPicksDialogProps) => (
  <ReasonDialog
    title={`Unseal the picks of ${season.name}?`}
    description="Admins then see picks before a sport locks. It is possible while no sport is open, and everybody can read that you did it."
    action="Unseal Picks"
    send={(body) => unsealPicks(season.id, body)}
    fallback="Failed to unseal picks"
    success={`Admins see the picks of ${season.name} before the lock`}
    onClose={onClose}
  />
)
