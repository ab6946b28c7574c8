import type { FastifyRequest } from 'fastify'
import type { Actor, Aggregate, Instant } from '../../domain/event.ts'
import { type Command, load, partOf, type Transacted, transact } from '../../platform/event-store/transact.ts'
import type { Services } from '../server/services.ts'

type Event = { type: string; data: unknown }

/**
 * What every changing route does: decide and append, then wait until the read models show it. The command has
 * succeeded even when that wait runs out.
 * @param part tells it from what the same request does to the same stream besides.
 */
export async function command<State, E extends Event, Id extends readonly unknown[]>(
  services: Services,
  request: FastifyRequest,
  aggregate: Aggregate<State, E, Id>,
  id: Id,
  decide: (state: State) => readonly E[] | Promise<readonly E[]>,
  part?: string,
): Promise<Transacted<State, E>> {
  const result = await transact(services.store, {
    aggregate,
    id,
    decide,
    command: commandOf(request, part),
  })
  if (result.position !== null) request.isBehind = !(await services.projector.waitFor(result.position))
  return result
}

/** What a request asks, as the log keeps it. */
export function commandOf(request: FastifyRequest, part?: string): Command {
  const { commandId, actor, receivedAt, reason, causationId } = request
  return {
    id: part === undefined ? commandId : partOf(commandId, part),
    ...{ correlationId: commandId, actor, occurredAt: receivedAt },
    ...(reason === null ? {} : { reason }),
    ...(causationId === null ? {} : { causationId }),
  }
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
    /** What the admin saw in a preview, as `revisionsOf` names it; null when there was none. */
    seenPosition: string | null
  }
}
