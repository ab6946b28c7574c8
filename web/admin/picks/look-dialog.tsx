import { useState } from 'react'
import type { RoundList } from '../../../api/contract/rounds.ts'
import type { Looked } from '../../../api/contract/sealing.ts'
import { useKept } from '../../draft.ts'
import { api } from '../../server/api.ts'
import { pickTexts } from '../../slot-names.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Lines, Row } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CommandDialog } from '../command/command-dialog.tsx'
import { Checklist } from '../lists/checklist.tsx'
import type { PlayerPick } from './player-picks.ts'

type LookDialogProps = { round: RoundList[number]; players: readonly PlayerPick[]; onClose: () => void }

/** Shows picks that are sealed from admins, once everybody can read who looked at them and why. */
export function LookDialog({ round, players, onClose }: LookDialogProps) {
  const [chosen, setChosen] = useKept<number[]>(`looked at ${round.id}`, [])
  const [looked, setLooked] = useState<Looked | null>(null)
  const title = `Look at picks: ${round.sport_name}`
  if (looked) {
    return (
      <Dialog
        onClose={onClose}
        title={title}
        description={looked.message}
        actions={<Button onClick={onClose}>Done</Button>}
      >
        <Picks round={round} looked={looked} />
      </Dialog>
    )
  }
  return (
    <CommandDialog
      title={title}
      action="Look at Picks"
      danger
      disabled={chosen.length === 0}
      reason="needed"
      send={({ reason = '' }) => api('POST /admin/rounds/{id}/look', round.id, { playerIds: chosen, reason })}
      fallback="Failed to look at the picks"
      closes={false}
      onDone={setLooked}
      onClose={onClose}
    >
      <Notice tone="warning">
        Everyone will see that you looked, at whose picks and why. Each of these players gets a mail. This
        cannot be undone.
      </Notice>
      <Checklist
        label="Players who have picked"
        noun="players"
        items={players.map(({ id, name }) => ({ id, name }))}
        selectAll="Select All"
        chosen={chosen}
        onChange={setChosen}
      />
    </CommandDialog>
  )
}

function Picks({ round, looked }: { round: RoundList[number]; looked: Looked }) {
  return (
    <Lines as="dl">
      {looked.picks.map(({ userId, name, ...pick }) => (
        <Row key={userId} justify="space-between">
          <dt>{name}</dt>
          <dd>
            <strong>{pickTexts(pick, round.slot_names).join(', ') || 'No pick'}</strong>
          </dd>
        </Row>
      ))}
    </Lines>
  )
}
