import type { FastifyRequest } from 'fastify'
import type { Actor, Aggregate, Instant } from '#domain/event'
import { load, type Transacted, transact } from '#platform/transact'
import type { Services } from './services.ts'

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
  decide: (state: State) => readonly E[],
): Promise<Transacted<State, E>> {
  const result = await transact(services.store, {
    aggregate,
    id,
    decide,
    command: { id: request.commandId, actor: request.actor, occurredAt: request.receivedAt },
  })
  if (result.position !== null) await services.projector.waitFor(result.position)
  return result
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
  }
}
