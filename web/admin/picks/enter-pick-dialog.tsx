import { useQuery } from '@tanstack/react-query'
import type { RoundList } from '../../../api/contract/rounds.ts'
import { enterPick } from '../../client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { roundQuery } from '../admin-queries.ts'
import { Loaded } from '../area/loaded.tsx'
import { shownInPlace, useCommand } from '../command.ts'
import { EnterPickForm, type PickEntry } from './enter-pick-form.tsx'
import type { PlayerPick } from './round-picks.tsx'

type EnterPickDialogProps = { round: RoundList[number]; player: PlayerPick; onClose: () => void }

export function EnterPickDialog({ round, player, onClose }: EnterPickDialogProps) {
  const details = useQuery(roundQuery(round.id))
  const { run, busy, problem } = useCommand({
    send: (entry: PickEntry) => enterPick({ userId: player.id, roundId: round.id, ...entry }),
    fallback: 'Failed to save pick',
    success: () => `The pick of ${player.name} is saved`,
    onDone: onClose,
    onProblem: shownInPlace,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      title={`${player.picks.length > 0 ? 'Edit' : 'Enter'} the pick of ${player.name}`}
      description={
        round.status === 'locked'
          ? `${round.sport_name} has locked. You can still enter it.`
          : round.sport_name
      }
    >
      <Loaded query={details} fallback="Failed to load round details" rows={2}>
        {(loaded) => (
          <EnterPickForm
            round={loaded}
            items={player.items}
            asksReason={round.status === 'locked' || player.picks.length > 0}
            busy={busy}
            problem={problem}
            onSubmit={run}
            onClose={onClose}
          />
        )}
      </Loaded>
    </Dialog>
  )
}
