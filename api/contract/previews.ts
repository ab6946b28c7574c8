import { type Static, Type } from 'typebox'
import { Id, Nullable } from './schema.ts'

const Place = Type.Object({ points: Type.Integer(), rank: Type.Integer() })

/** Old and new points and ranks. Null where the player is not in the season before, or no longer after. */
export const Effect = Type.Object({
  seasonId: Id,
  name: Type.String(),
  /** Everybody in the season, in the order of the new standings. */
  players: Type.Array(
    Type.Object({ userId: Id, name: Type.String(), before: Nullable(Place), after: Nullable(Place) }),
  ),
})

/** What a change would do to the standings of every season that it concerns. */
export const Preview = Type.Object({
  /** Of the log that it was made from: name it as `seenPosition` when the change is made. */
  position: Type.String(),
  seasons: Type.Array(Effect),
})

export type Effect = Static<typeof Effect>
export type Preview = Static<typeof Preview>
