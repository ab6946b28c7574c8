import type { DomainEvent } from '../domain-event.ts'
import type { Instant } from '../event.ts'
import { comparable } from '../names.ts'
import type { RoundEvent } from '../rounds/round.ts'
import { openSports } from '../seasons/sealing.ts'
import type { SeasonEvent } from '../seasons/season.ts'
import { hasLocked, roundIn, type SeasonAndRounds, seasonStream } from '../seasons/season-stream.ts'
import { type DeedType, RECORD_TABLE, type RecordRow } from './record-table.ts'

/** An event that concerns a season, of whichever stream. */
export type Happening = {
  at: Instant
  event: DomainEvent
  /** It stands in the stream of the season. */
  isOwn: boolean
  playerId: number | null
}

/** What touched fairness in a season. */
export type Deed<One extends Happening = Happening> = {
  of: One
  type: DeedType
  moves: boolean
  /** The sports that were open, where that made it a deed. */
  whileOpen: readonly string[]
}

/** @param happenings in the order of the log. */
export function deedsIn<One extends Happening>(
  happenings: readonly One[],
): { deeds: Deed<One>[]; now: SeasonAndRounds } {
  const deeds: Deed<One>[] = []
  let state = seasonStream.initial
  let hasEverLocked = false
  let hasOpened = false
  const completed = new Set<number>()
  const tookPart = new Set<number>()
  const names = new Map<number, readonly string[]>()
  for (const of of happenings) {
    const { event, at, playerId } = of
    // Also a sport that is deleted for ever later on.
    hasEverLocked ||= hasLocked(state, at)
    const roundId = 'roundId' in event.data ? event.data.roundId : 0
    const row = RECORD_TABLE[event.type] as RecordRow<DomainEvent> | null
    const before = state
    const scene = {
      event,
      at,
      season: state.season,
      round: roundIn(state, roundId),
      playerId,
      hasOpened,
      tookPart,
      names,
      hasLocked: hasEverLocked,
      hadResult: completed.has(roundId),
      open: () => openSports(before, at),
    }
    if (row?.when(scene)) {
      const whileOpen = row.tellsOpen ? scene.open() : []
      const type = row.unless?.(scene) ?? row.as
      deeds.push({ of, type, moves: row.moves ?? false, whileOpen })
    }
    if (playerId !== null && (event.type === 'PlayerAdded' || event.type === 'PlayerRenamed')) {
      const earlier = hasEverLocked ? (names.get(playerId) ?? []) : []
      names.set(playerId, [...earlier, comparable(event.data.name)])
    }
    if (of.isOwn && event.type === 'ParticipantAdded') tookPart.add(event.data.playerId)
    if (event.type === 'RoundActivated') hasOpened = true
    if (event.type === 'RoundCompleted') completed.add(roundId)
    // Its own stream holds nothing else.
    if (of.isOwn) state = seasonStream.evolve(state, event as SeasonEvent | RoundEvent)
  }
  return { deeds, now: state }
}
