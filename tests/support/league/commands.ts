import { randomUUID } from 'node:crypto'
import type { Aggregate, Instant } from '#domain/event'
import type { PickScene } from '#domain/pick'
import { player } from '#domain/player'
import { round } from '#domain/round'
import { season } from '#domain/season'
import type { Clock } from '#platform/clock'
import type { EventStore } from '#platform/event-store'
import { load, type Transacted, transact } from '#platform/transact'

type Event = { type: string; data: unknown }

export type Commands = {
  /** One command, decided by the domain and appended as the application does it. */
  run<State, E extends Event, Id extends readonly unknown[]>(
    aggregate: Aggregate<State, E, Id>,
    id: Id,
    decide: (state: State, now: Instant) => readonly E[],
  ): Promise<Transacted<State, E>>
  /** Who picks for which round, as the log has it now. */
  pickScene(roundId: number, playerId: number): Promise<PickScene>
}

/** Commands of the main admin without HTTP, also of kinds that no route offers yet. */
export function commandsOn(store: EventStore, clock: Clock, newId: () => string = randomUUID): Commands {
  return {
    run: (aggregate, id, decide) => {
      const now = clock.now()
      const command = { id: newId(), actor: { kind: 'admin', id: 1 }, occurredAt: now } as const
      return transact(store, { aggregate, id, command, decide: (state) => decide(state, now) })
    },
    pickScene: async (roundId, playerId) => {
      const state = await load(store, round, roundId)
      return {
        roundId,
        playerId,
        round: state,
        season: 'seasonId' in state ? await load(store, season, state.seasonId) : season.initial,
        player: await load(store, player, playerId),
      }
    },
  }
}
