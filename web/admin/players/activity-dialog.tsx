import type { Player } from '../../../api/contract/players.ts'
import { deactivatePlayers, reactivatePlayers } from '../../client.ts'
import { counted } from '../counted.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

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
  return (
    <ReasonDialog
      title={`${action} ${counted(players.length)}?`}
      description={`${players.map(({ name }) => name).join(', ')} ${text}`}
      action={action}
      optional
      danger={false}
      send={(why) => send({ userIds: players.map(({ id }) => id), ...why })}
      fallback={`Failed to ${verb} players`}
      success={({ message }) => message}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
