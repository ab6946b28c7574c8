import type { DomainEvent } from '../../domain/domain-event.ts'
import type { Aggregate, Instant } from '../../domain/event.ts'
import { countingGuess, countingPick, type PickContext, pick } from '../../domain/picks/pick.ts'
import { type PresentPlayer, player } from '../../domain/players/player.ts'
import { type PresentRound, type Round, round } from '../../domain/rounds/round.ts'
import { type Presence, presentAt } from '../../domain/seasons/presence.ts'
import { rulesInForce, type Season, season } from '../../domain/seasons/season.ts'
import { roundIn, type SeasonAndRounds, seasonStream } from '../../domain/seasons/season-stream.ts'
import type { SeasonFacts } from '../../domain/seasons/standings.ts'
import { settings } from '../../domain/settings/settings.ts'

// The whole game without a database: a map of streams, and what a server looks up in it before it decides.

export type Log = ReadonlyMap<string, readonly DomainEvent[]>

/** Few enough that random commands meet. */
export const playerIds = [1, 2, 3, 4]
export const seasonIds = [1, 2]
export const roundIds = [1, 2, 3, 4]

export const appended = (log: Log, stream: string, events: readonly DomainEvent[]): Log =>
  new Map(log).set(stream, [...(log.get(stream) ?? []), ...events])

/** The state of one stream. */
export function stateIn<State, Event extends DomainEvent, Id extends readonly unknown[]>(
  log: Log,
  { stream, initial, evolve }: Aggregate<State, Event, Id>,
  ...id: Id
): State {
  // A stream holds only the events of its own aggregate.
  const events = (log.get(stream(...id)) ?? []) as readonly Event[]
  return events.reduce(evolve, initial)
}

/** What seasons add up to, by their events: each sport is looked for in all of them, again and again. */
const FOLDED = new WeakMap<readonly DomainEvent[], SeasonAndRounds>()

function seasonAndRounds(log: Log, seasonId: number): SeasonAndRounds {
  const events = log.get(seasonStream.stream(seasonId))
  if (events === undefined) return seasonStream.initial
  const folded = FOLDED.get(events) ?? stateIn(log, seasonStream, seasonId)
  FOLDED.set(events, folded)
  return folded
}

export const seasonInLog = (log: Log, seasonId: number): Season => seasonAndRounds(log, seasonId).season

/** Null for a sport that is nowhere. */
export const seasonIdOf = (log: Log, roundId: number): number | null =>
  seasonIds.find((id) => roundIn(seasonAndRounds(log, id), roundId).status !== 'missing') ?? null

export function roundInLog(log: Log, roundId: number): Round {
  const seasonId = seasonIdOf(log, roundId)
  return seasonId === null ? round.initial : roundIn(seasonAndRounds(log, seasonId), roundId)
}

/** Where the events of a sport go. */
export const streamOfRound = (log: Log, roundId: number) => seasonStream.stream(seasonIdOf(log, roundId) ?? 0)

export const sceneIn = (log: Log, roundId: number, playerId: number): PickContext => ({
  round: roundInLog(log, roundId),
  season: seasonOfRound(log, roundId),
  player: stateIn(log, player, playerId),
  roundId,
  playerId,
})

export function seasonOfRound(log: Log, roundId: number): Season {
  const state = roundInLog(log, roundId)
  return 'seasonId' in state ? seasonInLog(log, state.seasonId) : season.initial
}

export function activeParticipants(log: Log, roundId: number): PresentPlayer[] {
  const state = seasonOfRound(log, roundId)
  const members = 'participants' in state ? [...state.participants] : []
  return members
    .map((playerId) => stateIn(log, player, playerId))
    .filter((member): member is PresentPlayer => member.status === 'active')
}

export function picksIn(log: Log, roundId: number, playerId: number): readonly string[] | null {
  const state = roundInLog(log, roundId)
  if (!('locksAt' in state)) return null
  return countingPick(stateIn(log, pick, roundId, playerId), state)?.picks ?? null
}

export function guessIn(log: Log, roundId: number, playerId: number): number | null {
  const state = roundInLog(log, roundId)
  return 'locksAt' in state ? countingGuess(stateIn(log, pick, roundId, playerId), state) : null
}

/** All sports of the season that this one is in. */
export const siblingsOf = (log: Log, roundId: number) =>
  seasonAndRounds(log, seasonIdOf(log, roundId) ?? 0).rounds

export const pickedTeams = (log: Log, roundId: number) =>
  playerIds.flatMap((playerId) => picksIn(log, roundId, playerId) ?? [])

export const playersWithPick = (log: Log, roundId: number) =>
  new Set(playerIds.filter((playerId) => picksIn(log, roundId, playerId) !== null))

export const hasPicks = (log: Log, playerId: number) =>
  roundIds.some((roundId) => stateIn(log, pick, roundId, playerId).length > 0)

/** The season's rounds that are not deleted, by lock time, then id. */
function roundsIn(log: Log, seasonId: number): PresentRound[] {
  return roundIds
    .map((roundId) => roundInLog(log, roundId))
    .filter((state): state is PresentRound => 'seasonId' in state && state.seasonId === seasonId)
    .filter(({ deletedAt }) => deletedAt === null)
    .sort((left, right) => left.locksAt.localeCompare(right.locksAt) || left.roundId - right.roundId)
}

export const unfinishedIn = (log: Log, seasonId: number) =>
  roundsIn(log, seasonId)
    .filter((state) => state.cancelled === null && state.status !== 'completed')
    .map(({ sportName }) => sportName)

/** What the season's standings follow from, as a projection would gather it. */
export function factsIn(log: Log, seasonId: number): SeasonFacts {
  const state = seasonInLog(log, seasonId)
  const members = 'participants' in state ? [...state.participants] : []
  const isPresent = presentAt(presenceIn(log, seasonId))
  return {
    rules: rulesInForce(state, stateIn(log, settings)),
    participants: members.map((playerId) => ({ playerId, name: nameIn(log, playerId) })),
    rounds: roundsIn(log, seasonId).map((present) => ({
      roundId: present.roundId,
      locksAt: present.locksAt,
      weight: present.weight,
      scored: present.status === 'completed' ? { pickType: present.pickType, result: present.result } : null,
    })),
    picksOf: (roundId, playerId) => picksIn(log, roundId, playerId),
    guessOf: (roundId, playerId) => guessIn(log, roundId, playerId),
    owed: (roundId, playerId) => {
      const state = roundInLog(log, roundId)
      return 'locksAt' in state && isPresent(playerId, state.locksAt)
    },
  }
}

/** When each event was appended, where somebody said so; others count as from the beginning. */
const APPENDED_AT = new WeakMap<DomainEvent, Instant>()

export const appendedAt = (event: DomainEvent & { metadata?: { occurredAt: Instant } }): Instant =>
  event.metadata?.occurredAt ?? APPENDED_AT.get(event) ?? ''

export function noteTime(events: readonly DomainEvent[], now: Instant) {
  for (const event of events) APPENDED_AT.set(event, now)
}

function presenceIn(log: Log, seasonId: number): Presence {
  const ofSeason = log.get(seasonStream.stream(seasonId)) ?? []
  return [
    ...ofSeason.flatMap((event) =>
      event.type === 'ParticipantAdded' || event.type === 'ParticipantRemoved'
        ? {
            ...{ at: appendedAt(event), playerId: event.data.playerId },
            ...{ of: 'participation' as const, is: event.type === 'ParticipantAdded' },
          }
        : [],
    ),
    ...playerIds.flatMap((playerId) =>
      (log.get(player.stream(playerId)) ?? [])
        .filter(({ type }) => ['PlayerDeactivated', 'PlayerReactivated', 'PlayerRemoved'].includes(type))
        .map((event) => ({
          ...{ at: appendedAt(event), playerId },
          ...{ of: 'activity' as const, is: event.type === 'PlayerReactivated' },
        })),
    ),
  ]
}

function nameIn(log: Log, playerId: number) {
  const state = stateIn(log, player, playerId)
  return 'name' in state ? state.name : 'Former player'
}
