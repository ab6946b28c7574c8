import { type Static, Type } from 'typebox'
import { MarkKind } from './leaderboards.ts'
import { places } from './rounds.ts'
import { Id, Instant, Nullable } from './schema.ts'

export const StandingParams = Type.Object({ id: Id, playerId: Id })

const Place = Type.Enum(['first', 'second', 'third', 'fourth', 'fifth', 'sixthPlus'])

const Mark = Type.Object({
  kind: MarkKind,
  at: Instant,
  /** In the admin's own words. */
  reason: Nullable(Type.String()),
})

const Cell = Type.Object({
  roundId: Id,
  sportName: Type.String(),
  status: Type.Enum(['draft', 'active', 'locked', 'completed']),
  lockTime: Instant,
  ...places,
  /** Null where there is none, and while it is sealed. */
  picks: Nullable(Type.Array(Type.String())),
  hasPicked: Type.Boolean(),
  /** Where the pick ended up, null where nothing is scored. */
  place: Nullable(Place),
  points: Nullable(Type.Integer()),
  /** Of all points up to this sport. */
  sum: Type.Integer(),
  sentence: Type.String(),
  marks: Type.Array(Mark),
})

/** How a player's points, total and rank came about, as everybody may know it. */
export const Explanation = Type.Object({
  userId: Id,
  userName: Type.String(),
  rank: Type.Integer(),
  totalPoints: Type.Integer(),
  playerCount: Type.Integer(),
  tiedWith: Type.Array(Type.String()),
  sentence: Type.String(),
  /** In force for this season: the settings now, or those kept when it ended. */
  pointsInForce: Type.Record(Place, Type.Integer()),
  /** By lock time. */
  cells: Type.Array(Cell),
})

export type Explanation = Static<typeof Explanation>
export type ExplainedCell = Static<typeof Cell>
