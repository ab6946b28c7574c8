import type { DomainEvent } from '../domain-event.ts'
import type { Instant } from '../event.ts'
import { descriptorOf } from '../event-table.ts'
import { comparable } from '../names.ts'
import { byLock, isOpenAt } from '../rounds/round.ts'
import { openSports } from '../seasons/sealing.ts'
import { hasLocked, roundIn, type SeasonAndRounds } from '../seasons/season-stream.ts'
import type { DeedContext, DeedType } from './record-rules.ts'

export type EventOfSeason = {
  at: Instant
  event: DomainEvent
  playerId: number | null
  replaces?: boolean
}

export type Deed<One extends EventOfSeason = EventOfSeason> = {
  of: One
  type: DeedType
  changesPoints: boolean
  whileOpen: readonly string[]
  lockAhead: { sportName: string; ms: number } | null
}

/** `events` in the order of the log, each with the season right before it. */
export function deedsIn<One extends EventOfSeason>(
  events: readonly (readonly [One, SeasonAndRounds])[],
): Deed<One>[] {
  const deeds: Deed<One>[] = []
  const names = new Map<number, readonly string[]>()
  const locked = new Set(
    events.flatMap(([{ event }]) => (event.type === 'RoundLocked' ? event.data.roundId : [])),
  )
  for (const [of, before] of events) {
    const { event, at, playerId, replaces = false } = of
    const roundId = 'roundId' in event.data ? event.data.roundId : 0
    const { record } = descriptorOf(event.type)
    const context: DeedContext<DomainEvent> = {
      ...{ event, at, before, playerId, names },
      season: before.season,
      round: roundIn(before, roundId),
      isLockedByNow: locked.has(roundId),
      replaces,
      open: () => openSports(before, at),
    }
    if (record && (record.when?.(context) ?? true)) {
      const whileOpen = record.tellsOpen ? context.open() : []
      const type = record.unless?.(context) ?? record.as
      const lockAhead = record.tellsLock ? lockAfter(at, before, roundId) : null
      const { changesPoints = false } = record
      deeds.push({ of, type, changesPoints, whileOpen, lockAhead })
    }
    if (playerId !== null && (event.type === 'PlayerAdded' || event.type === 'PlayerRenamed')) {
      const earlier = hasLocked(before) ? (names.get(playerId) ?? []) : []
      names.set(playerId, [...earlier, comparable(event.data.name)])
    }
  }
  return deeds
}

/** Of one sport, or of the season where it is about none. */
function lockAfter(at: Instant, { rounds }: SeasonAndRounds, roundId: number | null): Deed['lockAhead'] {
  const [next] = [...rounds.values()]
    .flatMap((round) => ('locksAt' in round && isOpenAt(round, at) ? round : []))
    .filter((round) => !roundId || round.roundId === roundId)
    .sort(byLock)
  return next ? { sportName: next.sportName, ms: Date.parse(next.locksAt) - Date.parse(at) } : null
}
