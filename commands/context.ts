import type { Actor, Instant } from '../domain/event.ts'

export type CommandContext = Readonly<{
  /** UUID. A repeated command has the same, and changes nothing a second time. */
  id: string
  actor: Actor
  reason: string | null
  /** When the server received it: this decides about locks. */
  receivedAt: Instant
  causationId: string | null
  /** What a preview showed, as `revisionsOf` names it. */
  expected: string | null
}>
