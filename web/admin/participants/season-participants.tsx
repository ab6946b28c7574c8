import { useQuery } from '@tanstack/react-query'
import type { Participant, Season } from '../../../api/contract/seasons.ts'
import { counted } from '../../../domain/names.ts'
import { useKept } from '../../draft.ts'
import { api, query } from '../../server/api.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Asked, Loaded } from '../../ui/waiting/loaded.tsx'
import { CommandDialog } from '../command/command-dialog.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { PlayerChecklist } from '../players/player-checklist.tsx'
import { yearsOf } from '../seasons/season-text.ts'
import { absentPlayers } from './absent-players.ts'
import { AddAllDialog } from './add-all-dialog.tsx'
import { ParticipantList } from './participant-list.tsx'

export function SeasonParticipants({ season }: { season: Season }) {
  const participants = useQuery(query('GET /admin/season-participants/{seasonId}', season.id))
  const [open, setOpen] = useKept<'add' | 'addAll' | null>(`adding ${season.id}`, null)
  const close = () => setOpen(null)
  const ended = season.ended_at !== null
  const buttons = !ended && (
    <>
      <Button onClick={() => setOpen('add')}>Add Participant</Button>
      <Button variant="secondary" disabled={!participants.data} onClick={() => setOpen('addAll')}>
        Add All Players
      </Button>
    </>
  )
  return (
    <>
      <PageHead
        title={season.name}
        text={`Participants · ${yearsOf(season)}${ended ? ' · Ended: reopen the season to change participants' : ''}`}
        actions={buttons}
      />
      <Loaded query={participants}>
        {(all) => (
          <Card flush>
            {all.length === 0 ? (
              <EmptyState title="No participants yet.">
                Add players to this season. Only they get links, can pick and appear in the standings.
              </EmptyState>
            ) : (
              <ParticipantList season={season} participants={all} />
            )}
          </Card>
        )}
      </Loaded>
      {open === 'add' && (
        <AddParticipantsDialog season={season} present={participants.data ?? []} onClose={close} />
      )}
      {open === 'addAll' && (
        <AddAllDialog season={season} present={participants.data ?? []} onClose={close} />
      )}
    </>
  )
}

type AddParticipantsDialogProps = { season: Season; present: Participant[]; onClose: () => void }

function AddParticipantsDialog({ season, present, onClose }: AddParticipantsDialogProps) {
  const [chosen, setChosen] = useKept<number[]>(`new participants ${season.id}`, [])
  return (
    <CommandDialog
      title="Add Participant"
      action={chosen.length > 1 ? `Add ${chosen.length} Players` : 'Add'}
      disabled={chosen.length === 0}
      send={() =>
        api('POST /admin/season-participants/{seasonId}/participants/bulk', season.id, { userIds: chosen })
      }
      fallback="Failed to add participant"
      success={({ added }) => `${counted(added, 'player')} added`}
      onClose={onClose}
    >
      <Asked of={query('GET /admin/users')} rows={3}>
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
              title="All active players are already in."
              action={
                <ButtonLink to="/admin/users" variant="secondary">
                  Go to Players
                </ButtonLink>
              }
            />
          )
        }}
      </Asked>
    </CommandDialog>
  )
}
