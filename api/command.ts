import type { FastifyRequest } from 'fastify'
import type { Actor, Aggregate, Instant } from '#domain/event'
import type { Position } from '#platform/event-store'
import { load, type Transacted, transact } from '#platform/transact'
import { PreviewOutdated } from './problems.ts'
import type { Services } from './services.ts'
import { STANDINGS_TURN } from './turns.ts'

type Event = { type: string; data: unknown }

/**
 * What every changing route does: decide and append, then wait until the read models show it. The command has
 * succeeded even when that wait runs out.
 */
export async function command<State, E extends Event, Id extends readonly unknown[]>(
  services: Services,
  request: FastifyRequest,
  aggregate: Aggregate<State, E, Id>,
  id: Id,
  decide: (state: State) => readonly E[] | Promise<readonly E[]>,
): Promise<Transacted<State, E>> {
  const result = await inTurn(services, request, () =>
    transact(services.store, {
      aggregate,
      id,
      decide: async (state) => {
        const events = await decide(state)
        services.turns.requireHeld(request)
        return events
      },
      command: {
        id: request.commandId,
        actor: request.actor,
        occurredAt: request.receivedAt,
        ...(request.reason === null ? {} : { reason: request.reason }),
        ...(request.causationId === null ? {} : { causationId: request.causationId }),
      },
    }),
  )
  if (result.position !== null) request.isBehind = !(await services.projector.waitFor(result.position))
  return result
}

/**
 * Admins change standings beside each other, but whoever names what their preview saw does it alone: nothing comes between
 * the look at the log's head and the append. What players and the scheduler do meanwhile changes no points.
 */
function inTurn<T>({ turns, store }: Services, request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  const { actor, seenPosition } = request
  if (actor.kind !== 'admin') return work()
  if (seenPosition === null) return turns.together(request, STANDINGS_TURN, work)
  return turns.alone(request, STANDINGS_TURN, async () => {
    if ((await store.head()) !== seenPosition) throw new PreviewOutdated()
    return work()
  })
}

/** An aggregate as the log has it. */
export function current<State, E extends Event, Id extends readonly unknown[]>(
  services: Services,
  aggregate: Aggregate<State, E, Id>,
  ...id: Id
): Promise<State> {
  return load(services.store, aggregate, ...id)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** When the server received it, read once at the edge: this decides about locks. */
    receivedAt: Instant
    /** UUID of the command that this request is. */
    commandId: string
    /** Who asks. */
    actor: Actor
    /** Why, in the admin's own words. */
    reason: string | null
    /** The event that is undone; null for everything else. */
    causationId: string | null
    /** The log as the admin saw it in a preview; null when there was none. */
    seenPosition: Position | null
  }
}
