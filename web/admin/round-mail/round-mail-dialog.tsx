import { useQuery } from '@tanstack/react-query'
import type { RoundMail } from '../../../api/contract/round-mail.ts'
import type { RoundList } from '../../../api/contract/rounds.ts'
import { query } from '../../server/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Lines, Stack } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Loaded } from '../../ui/waiting/loaded.tsx'
import { isPlayed } from '../sports/sport-order.ts'
import { RoundMailRow } from './round-mail-row.tsx'

export function RoundMailDialog({ round, onClose }: { round: RoundList[number]; onClose: () => void }) {
  const mail = useQuery({ ...query('GET /admin/rounds/{id}/mail', round.id), refetchInterval: 10_000 })
  const { data: seasons = [] } = useQuery(query('GET /admin/seasons'))
  const isSealed = seasons.some(({ id, picks_sealed }) => id === round.season_id && picks_sealed === 1)
  return (
    <Dialog
      onClose={onClose}
      title={`Players & Mail: ${round.sport_name}`}
      description={`${round.pickedCount} of ${round.totalParticipants} have picked.`}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <Loaded query={mail}>
        {(loaded) => (
          <Stack>
            <Delivery {...loaded} />
            <Lines>
              {missingFirst(loaded.participants).map((player) => (
                <RoundMailRow
                  key={player.id}
                  roundId={round.id}
                  player={player}
                  open={loaded.status === 'active' && isPlayed(round)}
                  isOver={loaded.status === 'locked' || loaded.status === 'completed'}
                  isSealed={isSealed}
                />
              ))}
            </Lines>
          </Stack>
        )}
      </Loaded>
    </Dialog>
  )
}

function Delivery({ delivery, notificationsEnabled }: RoundMail) {
  if (!notificationsEnabled) {
    return <Notice tone="warning">Email notifications are off: players get no mail. Links still work.</Notice>
  }
  if (delivery === 'dev') {
    return <Notice>No mail server is set, so mail is only kept. Copy a link and pass it on yourself.</Notice>
  }
  return null
}

const missingFirst = (players: RoundMail['participants']) =>
  players.toSorted((one, other) => Number(one.hasPicked) - Number(other.hasPicked))
