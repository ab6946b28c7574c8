import { useState } from 'react'
import type { Season, Winner } from '#api/contract/seasons'
import { endSeason } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { shownInPlace, useCommand } from '../command.ts'
import { LeaderList } from './leaders.tsx'

type EndSeasonDialogProps = { season: Season; onClose: () => void }

/** Asks first, then shows who won. */
export function EndSeasonDialog({ season, onClose }: EndSeasonDialogProps) {
  const [winners, setWinners] = useState<Winner[] | null>(null)
  const { run, busy, problem } = useCommand({
    send: () => endSeason(season.id),
    fallback: 'Failed to end season',
    onDone: (ended) => setWinners(ended.winners),
    onProblem: shownInPlace,
  })
  if (winners) return <WinnersDialog season={season} winners={winners} onClose={onClose} />
  return (
    <ConfirmDialog
      title={`End ${season.name}?`}
      action="End Season"
      busy={busy}
      problem={problem}
      onConfirm={run}
      onClose={onClose}
    >
      The final standings are worked out and kept, with the points as they are today. The home page shows the
      podium, and no sport or pick of this season can be changed any more. You can reopen it later.
    </ConfirmDialog>
  )
}

function WinnersDialog({ season, winners, onClose }: EndSeasonDialogProps & { winners: Winner[] }) {
  const podium = winners.map(({ place, user_id, user_name, total_points }) => ({
    rank: place,
    userId: user_id,
    name: user_name,
    totalPoints: total_points,
  }))
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${season.name} has ended`}
      description={
        winners.length > 0
          ? 'These are the winners. Congratulations!'
          : 'Nobody has points, so there are no winners.'
      }
      actions={<Button onClick={onClose}>Done</Button>}
    >
      <LeaderList leaders={podium} />
    </Dialog>
  )
}
