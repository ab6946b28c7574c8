import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Participant, Season } from '../../../api/contract/seasons.ts'
import { api, query } from '../../server/api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CommandDialog } from '../command/command-dialog.tsx'
import { counted } from '../counted.ts'
import { Loaded } from '../parts/loaded.tsx'
import { PlayerChecklist } from '../players/player-checklist.tsx'
import { absentPlayers } from './absent-players.ts'

type AddParticipantsDialogProps = { season: Season; present: Participant[]; onClose: () => void }

export function AddParticipantsDialog({ season, present, onClose }: AddParticipantsDialogProps) {
  const players = useQuery(query('GET /admin/users'))
  const [chosen, setChosen] = useState<number[]>([])
  return (
    <CommandDialog
      title="Add Participant"
      action={chosen.length > 1 ? `Add ${chosen.length} Players` : 'Add'}
      disabled={chosen.length === 0}
      send={() =>
        api('POST /admin/season-participants/{seasonId}/participants/bulk', season.id, { userIds: chosen })
      }
      fallback="Failed to add participant"
      success={({ added }) => `${counted(added)} added`}
      onClose={onClose}
    >
      <Loaded query={players} rows={3}>
        {(all) => {
          const absent = absentPlayers(all, present)
          return absent.length > 0 ? (
            <PlayerChecklist
              label={`New in ${season.name}`}
              players={absent}
              chosen={chosen}
              onChange={setChosen}
            />
          ) : (
            <EmptyState
              title="All active players are in already."
              action={
                <ButtonLink to="/admin/users" variant="secondary">
                  Go to Players
                </ButtonLink>
              }
            />
          )
        }}
      </Loaded>
    </CommandDialog>
  )
}
