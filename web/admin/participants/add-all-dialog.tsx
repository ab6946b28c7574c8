import { useQuery } from '@tanstack/react-query'
import type { RoundList } from '../../../api/contract/rounds.ts'
import type { Participant, Season } from '../../../api/contract/seasons.ts'
import { counted } from '../../../domain/names.ts'
import { api, query } from '../../server/api.ts'
import { Loaded } from '../../ui/waiting/loaded.tsx'
import { CommandDialog } from '../command/command-dialog.tsx'
import { useMailOutcome } from '../outbox/mail-outcome.tsx'
import { hasEmail } from '../players/player-facts.tsx'
import { isPlayed } from '../sports/sport-order.ts'
import { absentPlayers } from './absent-players.ts'

type AddAllDialogProps = { season: Season; present: Participant[]; onClose: () => void }

export function AddAllDialog({ season, present, onClose }: AddAllDialogProps) {
  const players = useQuery(query('GET /admin/users'))
  const rounds = useQuery(query('GET /admin/rounds/season/{id}', season.id))
  const outcome = useMailOutcome()
  const known = players.data && rounds.data && outcome
  const newcomers = known ? absentPlayers(players.data, present).length : 0
  return (
    <CommandDialog
      title="Add All Players"
      action={newcomers > 0 ? `Add ${counted(newcomers, 'Player')}` : 'Add'}
      disabled={newcomers === 0}
      send={() => api('POST /admin/season-participants/{seasonId}/participants/bulk', season.id, {})}
      fallback="Failed to add all participants"
      success={({ added }) =>
        added === 0 ? 'All active players are already in' : `${counted(added, 'player')} added`
      }
      onClose={onClose}
    >
      <Loaded query={players} rows={3}>
        {(all) => {
          const coming = absentPlayers(all, present)
          if (coming.length === 0) return <p>All active players are already in.</p>
          return (
            <>
              <p>
                New in {season.name}: {coming.map(({ name }) => name).join(', ')}.
              </p>
              <Loaded query={rounds} rows={1}>
                {(sports) => <p>{outcome?.(whoIsMailed(coming, openSports(season, sports)))}</p>}
              </Loaded>
            </>
          )
        }}
      </Loaded>
    </CommandDialog>
  )
}

const openSports = (season: Season, sports: RoundList): string[] =>
  season.is_active === 1
    ? sports
        .filter((sport) => sport.status === 'active' && isPlayed(sport))
        .map(({ sport_name }) => sport_name)
    : []

function whoIsMailed(coming: { email: string }[], openSports: string[]): string {
  const withEmail = coming.filter(hasEmail).length
  if (openSports.length === 0) return 'No sport is open, so nobody gets a mail now.'
  if (withEmail === 0) return 'None of them has an email address, so nobody gets a mail.'
  const mailed = counted(withEmail, 'player gets', 'players get')
  return `${mailed} a mail with a pick link now, for each open sport: ${openSports.join(', ')}.`
}
