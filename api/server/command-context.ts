import type { FastifyRequest } from 'fastify'
import type { CommandContext } from '../../commands/context.ts'
import type { Actor, Instant } from '../../domain/event.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** When the server received it, read once at the edge. */
    receivedAt: Instant
    commandId: string
    actor: Actor
  }
}

/** @param body what it says of why, and of the preview that it was decided on. */
export function contextOf(
  { commandId: id, actor, receivedAt }: FastifyRequest,
  { reason = null, seenPosition = null }: { reason?: string | null; seenPosition?: string | null } = {},
): CommandContext {
  return { id, actor, receivedAt, reason, causationId: null, expected: seenPosition }
}
