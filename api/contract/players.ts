import { type Static, Type } from 'typebox'
import { Flag, Id, Instant, Text } from './schema.ts'

/** A player without an email has an address on `placeholder.local` here; nothing is ever mailed there. */
export const Player = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  is_active: Flag,
  created_at: Instant,
  /** Only on one who has been erased, and of whom nothing is left to change. */
  erased: Type.Optional(Type.Literal(true)),
})

export const PlayerList = Type.Array(Player)

/** An empty email means that the player has none. */
export const PlayerBody = Type.Object({
  name: Text('Name', 1, 100),
  email: Type.String({ maxLength: 254, 'x-sentence': 'Please enter a valid email address' }),
})

/** What keeps a player from being deleted. Membership of a season alone does not. */
export const PlayerHasData = Type.Object({
  hasData: Type.Boolean(),
  details: Type.Object({ picks: Type.Integer(), scores: Type.Integer(), wins: Type.Integer() }),
})

export type Player = Static<typeof Player>
export type PlayerBody = Static<typeof PlayerBody>
export type PlayerHasData = Static<typeof PlayerHasData>
