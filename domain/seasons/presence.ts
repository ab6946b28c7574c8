import type { Instant } from '../event.ts'
import type { TimelineEntry } from './season-past.ts'

/** In the order of the log: who joined or left a season, and who became active or inactive. */
export type Presence = readonly PresenceChange[]
type PresenceChange = { at: Instant; playerId: number; of: 'participation' | 'activity'; is: boolean }

export const noPresence: Presence = []

export const presenceIn = (entries: readonly TimelineEntry[]): Presence => entries.flatMap(changesIn)

export function presenceAfter(presence: Presence, entry: TimelineEntry): Presence {
  const changes = changesIn(entry)
  return changes.length === 0 ? presence : [...presence, ...changes]
}

function changesIn(entry: TimelineEntry): PresenceChange[] {
  const { at, event } = entry
  switch (event.type) {
    case 'ParticipantAdded':
    case 'ParticipantRemoved': {
      const { playerId } = event.data
      return [{ at, playerId, of: 'participation', is: event.type === 'ParticipantAdded' }]
    }
    case 'PlayerDeactivated':
    case 'PlayerReactivated':
    case 'PlayerRemoved': {
      const { playerId } = entry as Extract<TimelineEntry, { of: 'player' }>
      return [{ at, playerId, of: 'activity', is: event.type === 'PlayerReactivated' }]
    }
    case 'PlayerErased': {
      const { playerId, activity = [] } = event.data
      return [...activity, { at, is: false }].map((change) => ({ ...change, playerId, of: 'activity' }))
    }
    default:
      return []
  }
}

/** Whether the player took part and was active at an instant: who was never said to be inactive is active. */
export function presentAt(presence: Presence): (playerId: number, at: Instant) => boolean {
  const byPlayer = new Map<number, PresenceChange[]>()
  for (const change of presence) {
    const others = byPlayer.get(change.playerId)
    if (others) others.push(change)
    else byPlayer.set(change.playerId, [change])
  }
  return (playerId, at) => {
    const changes = (byPlayer.get(playerId) ?? []).filter((change) => change.at <= at)
    const last = (of: PresenceChange['of']) => changes.findLast((change) => change.of === of)?.is
    return (last('participation') ?? false) && (last('activity') ?? true)
  }
}
