import { type Static, Type } from 'typebox'
import { refused } from '../../domain/refusal.ts'
import { read, section } from './endpoint.ts'
import { PickItems } from './picks.ts'
import { places, slot_names } from './rounds.ts'
import { TieBreak, Weight } from './rules.ts'
import { Choice, Flag, Id, Instant, Nullable } from './schema.ts'

const Score = Type.Object({
  first_place: Flag,
  second_place: Flag,
  third_place: Flag,
  fourth_place: Flag,
  fifth_place: Flag,
  sixth_plus_place: Flag,
  total_points: Type.Integer(),
  no_pick: Type.Optional(Type.Literal(1)),
  /** One of the lowest, which do not count for the total. Missing otherwise. */
  dropped: Type.Optional(Type.Literal(1)),
})

/** What was known then, or what is known today of the sports that were completed by then. */
const Reading = Choice('reading', ['then', 'corrected'])

export const MarkKind = Type.Enum([
  'entered_by_admin',
  'entered_after_lock',
  'cleared',
  'result_corrected',
  'looked_at_by_admin',
])

const LeaderboardEntry = Type.Object({
  userId: Id,
  userName: Type.String(),
  rank: Type.Integer(),
  /** What people saw before the result that came last; null when there was none before it. */
  previousRank: Nullable(Type.Integer()),
  totalPoints: Type.Integer(),
  decidedBy: Type.Optional(TieBreak),
  /** By round id; null where no pick was made. In public, a pick of a round that is not locked has no items. */
  picks: Type.Record(Type.String(), Nullable(PickItems)),
  scores: Type.Record(Type.String(), Nullable(Score)),
  marks: Type.Optional(Type.Record(Type.String(), Type.Array(MarkKind))),
})

/** Rounds by lock time, entries by total descending, then name. */
export const Leaderboard = Type.Object({
  rounds: Type.Array(
    Type.Object({
      id: Id,
      sport_name: Type.String(),
      status: Type.Enum(['draft', 'active', 'locked', 'completed']),
      ...places,
      lock_time: Instant,
      /** The results of the season, corrected ones too, in the order in which they came, from 1; null without one. */
      result_number: Nullable(Type.Integer()),
      /** Of its corrected results, where there are any. */
      correction_numbers: Type.Optional(Type.Array(Type.Integer())),
      weight: Type.Optional(Weight),
      slot_names,
      cancelled_at: Type.Optional(Instant),
    }),
  ),
  leaderboard: Type.Array(LeaderboardEntry),
  /** There when the last result corrected a published one: `previousRank` is then the rank with that one. */
  movedByCorrection: Type.Optional(Type.Literal(true)),
  past: Type.Optional(
    Type.Object({
      asOf: Instant,
      afterRound: Nullable(Id),
      reading: Reading,
      readingsDiffer: Type.Boolean(),
    }),
  ),
})

/** Which moment of the past: an instant, or the first result of a sport, or a correction of it, counted from 1. Without either, the board of today. */
export const PastQuery = Type.Object({
  asOf: Type.Optional(Type.String({ maxLength: 40, 'x-refusal': refused('as-of-invalid') })),
  afterRound: Type.Optional(Id),
  correction: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000, 'x-refusal': refused('correction-invalid') }),
  ),
  reading: Type.Optional(Reading),
})

/** Cumulative points: a start at 0, then one point for each completed round; all series of equal length. */
export const Graph = Type.Array(
  Type.Object({
    userId: Id,
    userName: Type.String(),
    points: Type.Array(
      Type.Object({ roundId: Type.Integer(), roundName: Type.String(), points: Type.Integer() }),
    ),
  }),
)

const EventStream = {
  content: {
    'text/event-stream': { schema: Type.Unsafe<unknown>(Type.String()) },
  },
}

export const leaderboardEndpoints = section('Standings', 'public', {
  'GET /public/leaderboard/season/{id}': read(
    Leaderboard,
    'Read the standings. Returns every sport, player, pick and point of the season. Picks of a sport that is not locked are left out.',
    { querystring: PastQuery, conditional: true },
  ),
  'GET /public/leaderboard/season/{id}/graph': read(
    Graph,
    'Read the points over time. Returns one series for each player: a start at 0, then the total after each completed sport; of a past moment as for the standings. A total can go down where the season drops the worst sports.',
    { querystring: PastQuery, conditional: true },
  ),
  'GET /public/live': read(
    EventStream,
    'Stream changes of the standings. Returns a stream of server-sent events. Each names a season whose standings changed; read them again then. Returns 503 when too many people are watching.',
  ),
  'GET /admin/leaderboard/season/{id}': read(
    Leaderboard,
    'Read the standings with every pick. The same as the public standings, with the picks of sports that are still open, unless the season hides them from admins too.',
    { access: 'admin', conditional: true },
  ),
})

export type MarkKind = Static<typeof MarkKind>
export type Leaderboard = Static<typeof Leaderboard>
export type LeaderboardEntry = Static<typeof LeaderboardEntry>
export type Reading = Static<typeof Reading>
export type PastQuery = Static<typeof PastQuery>
export type Graph = Static<typeof Graph>
