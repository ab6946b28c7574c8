import type { Instant } from '../event.ts'
import type { PresentPlayer } from '../players/player.ts'
import type { Season } from './season.ts'

/** When, and where in the log, something came to be so or ceased to. */
export type Change = { position: string; at: Instant; is: boolean }

export type Presence = readonly PresenceChange[]
type PresenceChange = Omit<Change, 'position'> & { playerId: number; of: 'participation' | 'activity' }

/** As far as it was known at a position. */
export function presenceOf(
  season: Season,
  players: ReadonlyMap<number, PresentPlayer>,
  until?: string,
): Presence {
  const participations = 'participations' in season ? season.participations : []
  const isKnown = ({ position }: Change) => until === undefined || position <= until
  return [
    ...participations.map(({ at, playerId, is }) => ({ at, playerId, of: 'participation' as const, is })),
    ...[...players].flatMap(([playerId, { activity }]) =>
      activity.filter(isKnown).map(({ at, is }) => ({ at, playerId, of: 'activity' as const, is })),
    ),
  ]
}

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
