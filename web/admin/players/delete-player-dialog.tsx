import { useQuery } from '@tanstack/react-query'
import type { Player, PlayerHasData } from '../../../api/contract/players.ts'
import { deactivatePlayer, deletePlayer } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { playerHasDataQuery } from '../admin-queries.ts'
import { Loaded } from '../area/loaded.tsx'
import { shownInPlace, useCommand } from '../command.ts'
import { counted } from '../counted.ts'

type DeletePlayerDialogProps = { player: Player; onClose: () => void }

export function DeletePlayerDialog({ player, onClose }: DeletePlayerDialogProps) {
  const hasData = useQuery(playerHasDataQuery(player.id))
  if (hasData.data?.hasData === false) return <Confirm player={player} onClose={onClose} />
  if (hasData.data) return <Refused player={player} found={hasData.data.details} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={`Delete ${player.name}?`}>
      <Loaded query={hasData} fallback="Failed to delete player" rows={1}>
        {() => null}
      </Loaded>
    </Dialog>
  )
}

function Confirm({ player, onClose }: DeletePlayerDialogProps) {
  const { run, busy, problem } = useCommand({
    send: () => deletePlayer(player.id, {}),
    fallback: 'Failed to delete player',
    success: () => `${player.name} is deleted`,
    onDone: onClose,
    onProblem: shownInPlace,
  })
  return (
    <ConfirmDialog
      title={`Delete ${player.name}?`}
      action="Delete"
      danger
      busy={busy}
      problem={problem}
      onConfirm={run}
      onClose={onClose}
    >
      {player.name} has no picks and no points yet, and will be gone for good. Links stop working, and no mail
      says so.
    </ConfirmDialog>
  )
}

type RefusedProps = DeletePlayerDialogProps & { found: PlayerHasData['details'] }

function Refused({ player, found, onClose }: RefusedProps) {
  const { run, busy, problem } = useCommand({
    send: () => deactivatePlayer(player.id, {}),
    fallback: 'Failed to deactivate player',
    success: () => `${player.name} gets no more mail and cannot pick. Past standings stay`,
    onDone: onClose,
    onProblem: shownInPlace,
  })
  const title = `${player.name} cannot be deleted`
  const explanation = (
    <>
      Cannot delete player with existing data. Please deactivate instead. {player.name} has {listed(found)}. A
      deactivated player keeps them, gets no mail and cannot pick. While a sport is open, one last mail says
      so.
    </>
  )
  if (player.is_active) {
    return (
      <ConfirmDialog
        title={title}
        action="Deactivate"
        busy={busy}
        problem={problem}
        onConfirm={run}
        onClose={onClose}
      >
        {explanation}
      </ConfirmDialog>
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={
        <>
          {player.name} has {listed(found)}, and is deactivated already: no mail, no more picks.
        </>
      }
      actions={<Button onClick={onClose}>Close</Button>}
    />
  )
}

function listed({ picks, scores, wins }: PlayerHasData['details']): string {
  const found = [
    { count: picks, one: 'pick' },
    { count: scores, one: 'score' },
    { count: wins, one: 'win' },
  ].filter(({ count }) => count > 0)
  return found.map(({ count, one }) => counted(count, one)).join(', ') || 'data'
}
