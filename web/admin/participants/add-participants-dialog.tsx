import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Participant, Season } from '../../../api/contract/seasons.ts'
import { addParticipants } from '../../client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { playersQuery } from '../admin-queries.ts'
import { Loaded } from '../area/loaded.tsx'
import { shownInPlace, useCommand } from '../command.ts'
import { counted } from '../counted.ts'
import { PlayerChecklist } from '../players/player-checklist.tsx'
import { absentPlayers } from './absent-players.ts'

type AddParticipantsDialogProps = { season: Season; present: Participant[]; onClose: () => void }

export function AddParticipantsDialog({ season, present, onClose }: AddParticipantsDialogProps) {
  const players = useQuery(playersQuery)
  const [chosen, setChosen] = useState<number[]>([])
  const { run, busy, problem } = useCommand({
    send: () => addParticipants(season.id, chosen),
    fallback: 'Failed to add participant',
    success: ({ added }) => `${counted(added)} added`,
    onDone: onClose,
    onProblem: shownInPlace,
  })
  return (
    <Dialog open onClose={onClose} busy={busy} title="Add Participant">
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
      {problem && <Notice tone="danger">{problem}</Notice>}
      <DialogActions>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button busy={busy} disabled={chosen.length === 0} onClick={() => run()}>
          {chosen.length > 1 ? `Add ${chosen.length} Players` : 'Add'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
