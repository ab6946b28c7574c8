import { type ErasureEvent, erasedPlayerName } from '../../domain/erasure.ts'
import type { Instant } from '../../domain/event.ts'
import { type PlayerEvent, type PresentPlayer, player } from '../../domain/players/player.ts'
import { type Position, START } from '../../platform/event-store/event-store.ts'
import type { LoggedEvent } from '../engine/logged-event.ts'

export type PlayerDocument = {
  player: PresentPlayer
  createdAt: Instant
  /** When the player became active or inactive. What an erasure tells of the time before it belongs to every past. */
  activity: readonly { position: Position; at: Instant; is: boolean }[]
}

type PlayerErased = Extract<ErasureEvent, { type: 'PlayerErased' }>

export function evolvePlayer(
  document: PlayerDocument | null,
  event: LoggedEvent & (PlayerEvent | PlayerErased),
): PlayerDocument | null {
  const { position, metadata } = event
  const at = metadata.occurredAt
  if (event.type === 'PlayerErased') return erased(document, event)
  const state = player.evolve(document?.player ?? player.initial, event)
  if (state.status === 'missing' || state.status === 'removed') return null
  if (document === null) return { player: state, createdAt: at, activity: [] }
  const next = { ...document, player: state }
  switch (event.type) {
    case 'PlayerDeactivated':
    case 'PlayerReactivated': {
      const is = event.type === 'PlayerReactivated'
      return { ...next, activity: [...document.activity, { position, at, is }] }
    }
    case 'PlayerAdded':
    case 'PlayerRemoved':
    case 'PlayerRenamed':
    case 'PlayerEmailChanged':
    case 'RemindersDeclined':
    case 'RemindersWelcomed':
    case 'PickLinksRequested':
      return next
  }
}

/** A replay finds nothing else of the player in the log. A second erasure tells what came after the first. */
function erased(
  document: PlayerDocument | null,
  { data, metadata }: LoggedEvent & PlayerErased,
): PlayerDocument | null {
  if (data.wasRemoved) return null
  const { playerId, activity = [] } = data
  const at = metadata.occurredAt
  const before = document?.activity.filter(({ position }) => position === START) ?? []
  const told = [...activity, { at, is: false }].map(({ at, is }) => ({ position: START, at, is }))
  return {
    player: {
      playerId,
      name: erasedPlayerName(playerId),
      email: null,
      status: 'inactive',
      remindersDeclined: false,
    },
    createdAt: at,
    activity: [...before, ...told],
  }
}
