import {
  deactivatePlayer,
  editPlayer,
  type Player,
  type PlayerEvent,
  presentPlayer,
  reactivatePlayer,
} from '../players/player.ts'
import { irreversible, type Undoing } from './undo.ts'

export function undoPlayer({ event, before, now }: Undoing<Player, PlayerEvent>): PlayerEvent[] {
  switch (event.type) {
    case 'PlayerAdded':
      return irreversible('A player who was added is deleted or deactivated instead')
    case 'PlayerRenamed':
      return editPlayer(now, { ...presentPlayer(now), name: presentPlayer(before).name })
    case 'PlayerEmailChanged':
      return editPlayer(now, { ...presentPlayer(now), email: presentPlayer(before).email })
    case 'PlayerDeactivated':
      return reactivatePlayer(now)
    case 'PlayerReactivated':
      return deactivatePlayer(now)
    case 'RemindersDeclined':
    case 'RemindersWelcomed':
      return irreversible('Whether to get reminders is for the player to say')
    case 'PlayerRemoved':
      return irreversible('A player who was deleted is added anew instead')
  }
}
