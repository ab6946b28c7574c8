import { useQuery } from '@tanstack/react-query'
import type { Player, PlayerHasData } from '../../../api/contract/players.ts'
import { counted } from '../../../domain/names.ts'
import { api, query } from '../../server/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Loaded } from '../../ui/waiting/loaded.tsx'
import { type Command, CommandDialog } from '../command/command-dialog.tsx'

type DeletePlayerDialogProps = { player: Player; onClose: () => void }

export function DeletePlayerDialog({ player, onClose }: DeletePlayerDialogProps) {
  const hasData = useQuery({
    ...query('GET /admin/users/{id}/has-data', player.id),
    // Asked once: after a deletion the player is unknown.
    staleTime: 'static',
    gcTime: 0,
  })
  if (hasData.data?.hasData === false) return <CommandDialog {...deletion(player)} onClose={onClose} />
  const found = hasData.data && listed(hasData.data.details)
  if (found && player.is_active) {
    return <CommandDialog {...deactivation(player, found)} onClose={onClose} />
  }
  if (found) {
    return (
      <Dialog
        onClose={onClose}
        title={`${player.name} cannot be deleted`}
        description={`${player.name} has ${found} and is already deactivated: no mail, no picks.`}
        actions={<Button onClick={onClose}>Close</Button>}
      />
    )
  }
  return (
    <Dialog onClose={onClose} title={`Delete ${player.name}?`}>
      <Loaded query={hasData} fallback="Failed to delete player" rows={1}>
        {() => null}
      </Loaded>
    </Dialog>
  )
}

const deletion = ({ id, name }: Player): Command => ({
  title: `Delete ${name}?`,
  text: `${name} has no picks and no points, and will be deleted for good. Pick links stop working. ${name} gets no mail about it.`,
  action: 'Delete',
  danger: true,
  send: () => api('DELETE /admin/users/{id}', id, {}),
  fallback: 'Failed to delete player',
  success: `${name} is deleted`,
})

const deactivation = ({ id, name }: Player, found: string): Command => ({
  title: `${name} cannot be deleted`,
  text: `Cannot delete player with existing data. Please deactivate instead. ${name} has ${found}. A deactivated player keeps them, but gets no mail and cannot pick. If a sport is open, one last mail says so.`,
  action: 'Deactivate',
  send: () => api('POST /admin/users/{id}/deactivate', id, {}),
  fallback: 'Failed to deactivate player',
  success: `${name} gets no more mail and cannot pick. Past results stay`,
})

function listed({ picks, scores, wins }: PlayerHasData['details']): string {
  const found = [
    { count: picks, one: 'pick' },
    { count: scores, one: 'score' },
    { count: wins, one: 'win' },
  ].filter(({ count }) => count > 0)
  return found.map(({ count, one }) => counted(count, one)).join(', ') || 'data'
}
