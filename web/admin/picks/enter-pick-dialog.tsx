import { useState } from 'react'
import type { RoundList } from '../../../api/contract/rounds.ts'
import { useKept } from '../../draft.ts'
import { api, query } from '../../server/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Asked } from '../../ui/waiting/loaded.tsx'
import { shownInPlace, useCommand } from '../command/command.ts'
import { CommandDialog } from '../command/command-dialog.tsx'
import { actsAs } from '../sports/sport-order.ts'
import { EnterPickForm, type PickEntry } from './enter-pick-form.tsx'
import type { PlayerPick } from './player-picks.ts'

type EnterPickDialogProps = {
  round: RoundList[number]
  player: PlayerPick
  /** It begins empty, though there may be a pick, and shows what was entered once. */
  isSealed: boolean
  onClose: () => void
}

export function EnterPickDialog({ round, player, isSealed, onClose }: EnterPickDialogProps) {
  const [entered, setEntered] = useState<string | null>(null)
  const [isClearing, setClearing] = useKept(`clearing a pick ${round.id} ${player.id}`, false)
  const { run, busy, problem } = useCommand({
    send: (entry: PickEntry) => api('POST /admin/picks', { userId: player.id, roundId: round.id, ...entry }),
    fallback: 'Failed to save pick',
    success: () => `The pick of ${player.name} is saved`,
    onDone: (_, { picks }) => (isSealed ? setEntered(picks.filter(Boolean).join(', ')) : onClose()),
    onProblem: shownInPlace,
  })
  return (
    <Dialog
      onClose={onClose}
      busy={busy}
      title={`${player.hasPicked ? 'Edit' : 'Enter'} the Pick of ${player.name}`}
      description={
        round.status === 'locked'
          ? `${round.sport_name} has locked. You can still enter a pick.`
          : round.sport_name
      }
    >
      {entered === null ? (
        <Asked
          of={query('GET /admin/rounds/{id}', round.id)}
          fallback="Failed to load round details"
          rows={2}
        >
          {(loaded) => (
            <>
              {isSealed && player.hasPicked && (
                <Notice>
                  {player.name} has already picked. The pick is hidden from you, and what you enter replaces
                  it.
                </Notice>
              )}
              <EnterPickForm
                round={loaded}
                items={player.items}
                filled={player.filled}
                asksReason={actsAs(round) === 'locked' || player.hasPicked}
                onClear={player.hasPicked ? () => setClearing(true) : undefined}
                sending={{ busy, problem }}
                onSubmit={run}
              />
              {isClearing && (
                <CommandDialog
                  title={`Clear the Pick of ${player.name}?`}
                  text={`${player.name} then has no pick in ${round.sport_name}.`}
                  action="Clear Pick"
                  danger
                  reason="needed"
                  send={(given) =>
                    api('POST /admin/picks', { userId: player.id, roundId: round.id, picks: [], ...given })
                  }
                  fallback="Failed to clear pick"
                  success={`The pick of ${player.name} is cleared`}
                  onDone={onClose}
                  onClose={() => setClearing(false)}
                />
              )}
            </>
          )}
        </Asked>
      ) : (
        <>
          <Notice tone="success">
            You entered {entered}. It is now hidden from you too, until the sport locks.
          </Notice>
          <DialogActions>
            <Button onClick={onClose}>Done</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}
