import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Season } from '../../../api/contract/seasons.ts'
import { query } from '../../server/api.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { yearsOf } from '../seasons/season-text.ts'
import { AddAllDialog } from './add-all-dialog.tsx'
import { AddParticipantsDialog } from './add-participants-dialog.tsx'
import { ParticipantList } from './participant-list.tsx'

export function SeasonParticipants({ season }: { season: Season }) {
  const participants = useQuery(query('GET /admin/season-participants/{seasonId}', season.id))
  const [open, setOpen] = useState<'add' | 'addAll' | null>(null)
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
        text={`Participants · ${yearsOf(season)}${ended ? ' · Ended: reopen the season to change them' : ''}`}
        actions={buttons}
      />
      <Loaded query={participants}>
        {(all) => (
          <Card flush>
            {all.length === 0 ? (
              <EmptyState title="Nobody takes part yet.">
                Add the players of this season. Only they get links, make picks and are in its standings.
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
