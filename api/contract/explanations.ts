import { type Static, Type } from 'typebox'
import { read, section } from './endpoint.ts'
import { MarkKind } from './leaderboards.ts'
import { places } from './rounds.ts'
import { Id, Instant, Nullable, Place } from './schema.ts'

const Mark = Type.Object({
  kind: MarkKind,
  at: Instant,
  reason: Nullable(Type.String()),
})

const Cell = Type.Object({
  roundId: Id,
  sportName: Type.String(),
  status: Type.Enum(['draft', 'active', 'locked', 'completed']),
  lockTime: Instant,
  ...places,
  /** Where picks have names, with these: `Champion: Reds`. Null where there is none, and while it is sealed. */
  picks: Nullable(Type.Array(Type.String())),
  hasPicked: Type.Boolean(),
  place: Nullable(Place),
  points: Nullable(Type.Integer()),
  dropped: Type.Optional(Type.Literal(1)),
  cancelled: Type.Optional(Type.Literal(1)),
  sum: Type.Integer(),
  sentence: Type.String(),
  marks: Type.Array(Mark),
})

export const Explanation = Type.Object({
  userId: Id,
  userName: Type.String(),
  rank: Type.Integer(),
  totalPoints: Type.Integer(),
  playerCount: Type.Integer(),
  tiedWith: Type.Array(Type.String()),
  sentence: Type.String(),
  /** Only where the closer guess decided a tie. */
  guess: Type.Optional(
    Type.Object({
      question: Type.String(),
      unit: Nullable(Type.String()),
      answer: Type.Number(),
      guess: Nullable(Type.Number()),
      rival: Type.Object({ userId: Id, name: Type.String(), guess: Nullable(Type.Number()) }),
    }),
  ),
  /** In force for this season: the settings now, or those stored when it ended. */
  pointsInForce: Type.Record(Place, Type.Integer()),
  cells: Type.Array(Cell),
})

export const explanationEndpoints = section('Standings', 'public', {
  'GET /public/leaderboard/season/{id}/players/{playerId}': read(
    Explanation,
    "Explain a player's standing. Says in words and numbers how the player's points and rank came about. Picks of a sport that is not locked are left out.",
    { conditional: true },
  ),
})

export type Explanation = Static<typeof Explanation>
export type ExplainedCell = Static<typeof Cell>
