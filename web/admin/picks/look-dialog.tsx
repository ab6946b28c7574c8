import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { RoundList } from '../../../api/contract/rounds.ts'
import type { Looked } from '../../../api/contract/sealing.ts'
import { lookAtPicks } from '../../client.ts'
import { pickTexts } from '../../slot-names.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { shownInPlace, useCommand } from '../command.ts'
import { DialogForm } from '../form-dialog.tsx'
import { Checklist } from '../lists/checklist.tsx'
import { ReasonInput, reasonNeeded } from '../reason-input.tsx'
import styles from './look-dialog.module.css'
import type { PlayerPick } from './round-picks.tsx'

type LookDialogProps = { round: RoundList[number]; players: readonly PlayerPick[]; onClose: () => void }

/** Shows picks that are sealed from admins, once everybody can read who looked at them and why. */
export function LookDialog({ round, players, onClose }: LookDialogProps) {
  const [chosen, setChosen] = useState<number[]>([])
  const form = useForm({ defaultValues: { reason: '' } })
  const { run, busy, problem, answer } = useCommand({
    send: ({ reason }: { reason: string }) =>
      lookAtPicks(round.id, { playerIds: chosen, reason: reason.trim() }),
    fallback: 'Failed to look at the picks',
    onProblem: shownInPlace,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={`Look at picks: ${round.sport_name}`}
      description={answer?.message}
      actions={answer && <Button onClick={onClose}>Done</Button>}
    >
      {answer ? (
        <Picks round={round} looked={answer} />
      ) : (
        <DialogForm
          action="Look"
          danger
          busy={busy}
          disabled={chosen.length === 0}
          problem={problem}
          onSubmit={form.handleSubmit(run)}
          onClose={onClose}
        >
          <Notice tone="warning">
            Everybody will see that you looked, at whose pick and why. Each of these players gets a mail. It
            cannot be undone.
          </Notice>
          <Checklist
            label="Players who have picked"
            noun="players"
            items={players.map(({ id, name }) => ({ id, name }))}
            selectAll="Select all"
            chosen={chosen}
            onChange={setChosen}
          />
          <ReasonInput
            field={form.register('reason', reasonNeeded)}
            error={form.formState.errors.reason?.message}
          />
        </DialogForm>
      )}
    </Dialog>
  )
}

function Picks({ round, looked }: { round: RoundList[number]; looked: Looked }) {
  return (
    <dl className={styles.picks}>
      {looked.picks.map(({ userId, name, ...pick }) => (
        <div key={userId}>
          <dt>{name}</dt>
          <dd>{pickTexts(pick, round.slot_names).join(', ') || 'No pick'}</dd>
        </div>
      ))}
    </dl>
  )
}
