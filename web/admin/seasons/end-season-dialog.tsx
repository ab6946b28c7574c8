import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RoundList } from '../../../api/contract/rounds.ts'
import type { Season, Winner } from '../../../api/contract/seasons.ts'
import { counted } from '../../../domain/names.ts'
import { api, query } from '../../server/api.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Stack } from '../../ui/layout.tsx'
import { CommandDialog } from '../command/command-dialog.tsx'
import { isPlayed } from '../sports/sport-order.ts'
import { LeaderList } from './leaders.tsx'

type EndSeasonDialogProps = { season: Season; onClose: () => void }

export function EndSeasonDialog({ season, onClose }: EndSeasonDialogProps) {
  const rounds = useQuery(query('GET /admin/rounds/season/{id}', season.id))
  const [winners, setWinners] = useState<Winner[] | null>(null)
  if (winners) return <WinnersDialog season={season} winners={winners} onClose={onClose} />
  if (rounds.isPending) return null
  const unfinished = rounds.data?.filter((round) => round.status !== 'completed' && isPlayed(round)) ?? []
  if (unfinished.length > 0) {
    return <UnfinishedDialog season={season} unfinished={unfinished} onClose={onClose} />
  }
  return (
    <CommandDialog
      title={`End ${season.name}?`}
      text="The final standings are kept as they are now, and the home page shows the podium. Nobody can change a sport or a pick of this season unless you reopen it."
      action="End Season"
      danger
      send={() => api('POST /admin/seasons/{id}/end', season.id)}
      fallback="Failed to end season"
      closes={false}
      onDone={(ended) => setWinners(ended.winners)}
      onClose={onClose}
    />
  )
}

/** The server refuses to end a season with an open sport, so this names the sports first. */
function UnfinishedDialog({ season, unfinished, onClose }: EndSeasonDialogProps & { unfinished: RoundList }) {
  return (
    <Dialog
      onClose={onClose}
      title={`End ${season.name}?`}
      description="Complete, cancel or delete these sports first:"
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <ButtonLink to="/admin/rounds">Go to Sports</ButtonLink>
        </>
      }
    >
      <Stack as="ul" gap={1} marked>
        {unfinished.map(({ id, sport_name, status, pickedCount }) => (
          <li key={id}>
            {sport_name}: {stateOf[status]}, {counted(pickedCount, 'pick')}
          </li>
        ))}
      </Stack>
    </Dialog>
  )
}

const stateOf = {
  draft: 'a draft',
  active: 'open for picks',
  locked: 'locked, no result yet',
  completed: 'completed',
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
      onClose={onClose}
      title={`${season.name} has ended`}
      description={
        winners.length > 0
          ? 'These are the winners. Congratulations!'
          : 'Nobody scored, so there are no winners.'
      }
      actions={<Button onClick={onClose}>Done</Button>}
    >
      <LeaderList leaders={podium} />
    </Dialog>
  )
}
