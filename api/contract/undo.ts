import { type Static, Type } from 'typebox'
import { Effect, Preview } from './previews.ts'
import { Nullable, Reason, SeenPosition } from './schema.ts'

/** Whether what an admin did can be undone, and what that would bring about. */
export const Undo = Type.Object({
  possible: Type.Boolean(),
  /** What would happen, or why nothing can. */
  sentence: Type.String(),
  /** Whether the admin should say why, as where the like is done in the ordinary way. */
  needsReason: Type.Boolean(),
  /** Null where it changes no standings. */
  preview: Nullable(Preview),
})

export const UndoBody = Type.Object({ reason: Reason, seenPosition: SeenPosition })

/** What one event did to the standings. Empty where it did nothing to them. */
export const EventEffect = Type.Object({ seasons: Type.Array(Effect) })

export type Undo = Static<typeof Undo>
export type UndoBody = Static<typeof UndoBody>
export type EventEffect = Static<typeof EventEffect>
