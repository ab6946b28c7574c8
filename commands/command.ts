import type { Aggregate } from '../domain/event.ts'
import type { Position } from '../platform/event-store/event-store.ts'
import {
  type Command,
  type Load,
  load,
  partOf,
  type Transacted,
  transact,
} from '../platform/event-store/transact.ts'
import type { CommandContext } from './context.ts'
import type { CommandServices } from './services.ts'

type Event = { type: string; data: unknown }

/** Waits until the read tables show it, but no longer than they may take. `part` tells apart what one command does to one stream. */
export async function command<State, E extends Event, Id extends readonly unknown[]>(
  services: CommandServices,
  context: CommandContext,
  aggregate: Aggregate<State, E, Id>,
  id: Id,
  decide: (state: State, load: Load) => readonly E[] | Promise<readonly E[]>,
  part?: string,
): Promise<Transacted<State, E>> {
  const result = await transact(services.store, {
    aggregate,
    id,
    decide,
    command: commandOf(context, part),
  })
  await shown(services, context, result.position)
  return result
}

export async function shown(
  { projector, notShown }: CommandServices,
  { id }: CommandContext,
  position: Position | null,
): Promise<void> {
  if (position !== null && !(await projector.waitFor(position))) notShown.add(id)
}

export function commandOf(context: CommandContext, part?: string): Command {
  const { id, actor, receivedAt: occurredAt, reason, causationId } = context
  return {
    id: part === undefined ? id : partOf(id, part),
    correlationId: id,
    actor,
    occurredAt,
    ...(reason === null ? {} : { reason }),
    ...(causationId === null ? {} : { causationId }),
  }
}

export function current<State, E extends Event, Id extends readonly unknown[]>(
  services: CommandServices,
  aggregate: Aggregate<State, E, Id>,
  ...id: Id
): Promise<State> {
  return load(services.store, aggregate, ...id)
}
