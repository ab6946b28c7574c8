import { randomUUID } from 'node:crypto'
import type { Aggregate, Fold, Instant } from '../../../domain/event.ts'
import type { PickContext } from '../../../domain/picks/pick.ts'
import { player } from '../../../domain/players/player.ts'
import { type Round, type RoundEvent, round } from '../../../domain/rounds/round.ts'
import { type Season, type SeasonEvent, season } from '../../../domain/seasons/season.ts'
import { roundIn, seasonStream } from '../../../domain/seasons/season-stream.ts'
import type { EventStore } from '../../../platform/event-store/event-store.ts'
import { load, type Transacted, transact } from '../../../platform/event-store/transact.ts'
import type { Clock } from '../../../platform/time/clock.ts'

type Event = { type: string; data: unknown }

export type Commands = {
  /** One command, decided by the domain and appended as the application does it; of a season or a round, to their one stream. */
  run<State, E extends Event, Id extends readonly unknown[]>(
    of: Aggregate<State, E, Id> | Fold<State, E>,
    id: Id,
    decide: (state: State, now: Instant) => readonly E[],
  ): Promise<Pick<Transacted<State, E>, 'events' | 'position' | 'state'>>
  /** Who picks for which round, as the log has it now. */
  pickContext(roundId: number, playerId: number): Promise<PickContext>
}

/** Commands of the main admin without HTTP, also of kinds that no route offers yet. */
export function commandsOn(
  store: EventStore,
  clock: Clock,
  newId: () => string = randomUUID,
  reason: string | null = null,
): Commands {
  const commandNow = () => ({
    ...({ id: newId(), actor: { kind: 'admin', id: 1 }, occurredAt: clock.now() } as const),
    ...(reason === null ? {} : { reason }),
  })

  async function inSeason(
    seasonId: number,
    decide: (state: SeasonAndRounds, now: Instant) => readonly (SeasonEvent | RoundEvent)[],
  ) {
    const command = commandNow()
    const now = command.occurredAt
    return transact(store, {
      ...{ aggregate: seasonStream, id: [seasonId], command },
      decide: (state) => decide(state, now),
    })
  }
  async function run<State, E extends Event, Id extends readonly unknown[]>(
    of: Aggregate<State, E, Id> | Fold<State, E>,
    id: Id,
    decide: (state: State, now: Instant) => readonly E[],
  ): Promise<Pick<Transacted<State, E>, 'events' | 'position' | 'state'>> {
    // Which fold it is says which state and which events these are.
    const decideAny = decide as unknown as (state: unknown, now: Instant) => never
    const found = Number(id[0])
    if ((of as unknown) === season) {
      const done = await inSeason(found, (state, now) => decideAny(state.season, now))
      return { ...done, state: done.state.season as State, events: done.events as readonly unknown[] as E[] }
    }
    if ((of as unknown) === round) {
      const seasonId = (await seasonOf(store, found)) ?? seasonNamedIn(decideAny(round.initial, clock.now()))
      const done = await inSeason(seasonId, (state, now) => decideAny(roundIn(state, found), now))
      return {
        ...done,
        state: roundIn(done.state, found) as State,
        events: done.events as readonly unknown[] as E[],
      }
    }
    const command = commandNow()
    const aggregate = of as Aggregate<State, E, Id>
    return transact(store, { aggregate, id, command, decide: (state) => decide(state, command.occurredAt) })
  }
  return {
    run,
    pickContext: async (roundId, playerId) => ({
      ...{ roundId, playerId, round: await roundInLog(store, roundId) },
      season: await seasonInLog(store, (await seasonOf(store, roundId)) ?? 0),
      player: await load(store, player, playerId),
    }),
  }
}

type SeasonAndRounds = typeof seasonStream.initial

/** Where a round is about to be created. */
const seasonNamedIn = ([created]: readonly RoundEvent[]) =>
  created?.type === 'RoundCreated' ? created.data.seasonId : 0

export const seasonInLog = async (store: EventStore, seasonId: number): Promise<Season> =>
  (await load(store, seasonStream, seasonId)).season

export async function roundInLog(store: EventStore, roundId: number): Promise<Round> {
  const seasonId = await seasonOf(store, roundId)
  return seasonId === null ? round.initial : roundIn(await load(store, seasonStream, seasonId), roundId)
}

/** What happened to one round of a season. */
export async function eventsOfRound(store: EventStore, roundId: number) {
  const events = await store.read(seasonStream.stream((await seasonOf(store, roundId)) ?? 0))
  return events.filter(({ data }) => (data as { roundId?: number }).roundId === roundId)
}

/** Seasons of tests have small ids. */
const SEASONS_MAX = 20

/** Null for a round that was never created. All are asked at once, which is one question to a database. */
export async function seasonOf(store: EventStore, roundId: number): Promise<number | null> {
  const ids = Array.from({ length: SEASONS_MAX }, (_, index) => index + 1)
  const states = await Promise.all(ids.map((id) => load(store, seasonStream, id)))
  return ids.findLast((_, index) => isThere(states[index] ?? seasonStream.initial, roundId)) ?? null
}

const isThere = (state: SeasonAndRounds, roundId: number) => roundIn(state, roundId).status !== 'missing'

export const lockedNow = (state: Round, now: Instant): RoundEvent[] =>
  'roundId' in state ? [{ type: 'RoundLocked', data: { roundId: state.roundId, lockedAt: now } }] : []
