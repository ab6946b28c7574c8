import type { Instant } from '../event.ts'

export type Presence = readonly PresenceChange[]
type PresenceChange = { at: Instant; playerId: number; of: 'participation' | 'activity'; is: boolean }

export const noPresence: Presence = []

/** A player is active unless an event says otherwise. */
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
