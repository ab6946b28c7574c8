import type { Player } from '../../../api/contract/players.ts'
import { deactivatePlayers, reactivatePlayers } from '../../client.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { shownInPlace, useCommand } from '../command.ts'
import { counted } from '../counted.ts'

const verbs = {
  deactivate: {
    send: deactivatePlayers,
    action: 'Deactivate',
    text: 'get no mail and cannot pick. While a sport is open, one last mail says so. Past standings stay.',
  },
  reactivate: { send: reactivatePlayers, action: 'Reactivate', text: 'get mail and can pick again.' },
}

type ActivityDialogProps = {
  verb: keyof typeof verbs
  players: readonly Player[]
  onDone: () => void
  onClose: () => void
}

export function ActivityDialog({ verb, players, onDone, onClose }: ActivityDialogProps) {
  const { send, action, text } = verbs[verb]
  const { run, busy, problem } = useCommand({
    send: () => send(players.map(({ id }) => id)),
    fallback: `Failed to ${verb} players`,
    success: ({ message }) => message,
    onDone: () => {
      onDone()
      onClose()
    },
    onProblem: shownInPlace,
  })
  return (
    <ConfirmDialog
      title={`${action} ${counted(players.length)}?`}
      action={action}
      busy={busy}
      problem={problem}
      onConfirm={run}
      onClose={onClose}
    >
      {players.map(({ name }) => name).join(', ')} {text}
    </ConfirmDialog>
  )
}
