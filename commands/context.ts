import type { Actor, Instant } from '../domain/event.ts'

/** What a command has to know besides what it is about. Nobody changes it on the way. */
export type CommandContext = Readonly<{
  /** UUID. A repeated command has the same, and changes nothing a second time. */
  id: string
  actor: Actor
  /** In the admin's own words. */
  reason: string | null
  /** When the server received it: this decides about locks. */
  receivedAt: Instant
  causationId: string | null
  /** What a preview showed, as `revisionsOf` names it; null where there was none. */
  expected: string | null
}>
