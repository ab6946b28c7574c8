import { type Static, Type } from 'typebox'
import { read, section } from './endpoint.ts'
import { lateSeal, nowCalled } from './receipts.ts'
import { RoundStatus } from './rounds.ts'
import { Id, Instant, Nullable, Place, ZoneOffsets } from './schema.ts'

const Tally = Type.Object({
  points: Nullable(Type.Integer()),
  total: Type.Integer(),
  rank: Nullable(Type.Integer()),
})

const StoryEvent = Type.Object({
  /**
   * `opened`, `lock`, `words` and `look` are all that everybody sees before the lock. `words` is what sport or season are
   * called, and what they ask. Where picks are sealed from admins, a copied link is a `look`. `asked` came after the lock, and counts only
   * once an admin enters it. `refused` came and was not taken;
   * `link` and `mail` are for the owner of the link alone.
   */
  kind: Type.Enum([
    'opened',
    'lock',
    'pick',
    'asked',
    'refused',
    'result',
    'rules',
    'sport',
    'words',
    'link',
    'look',
    'mail',
  ]),
  at: Instant,
  by: Type.Enum(['player', 'admin', 'system']),
  admin: Nullable(Type.String()),
  sentence: Type.String(),
  reason: Nullable(Type.String()),
  /** One was asked for, and none given. */
  lacksReason: Type.Optional(Type.Literal(true)),
  /** The first head of the hash chain that covers it. Missing while there is none, and of what is not in the log. */
  seal: Type.Optional(Type.Object({ head: Type.String(), sealedAt: Instant })),
  lateSeal,
  /** The lock time from then on. `was` is null where there was none, and the same where it came by itself. */
  lock: Type.Optional(Type.Object({ was: Nullable(Instant), is: Instant })),
  version: Type.Optional(
    Type.Object({
      code: Type.String(),
      savedBy: Type.Enum(['player', 'admin']),
      picks: Type.Array(Type.String()),
      nowCalled,
      guess: Nullable(Type.Number()),
      counts: Type.Boolean(),
    }),
  ),
  /** What it did to the standings. Null for a player who was not in them. */
  effect: Type.Optional(
    Type.Object({
      before: Nullable(Tally),
      after: Nullable(Tally),
      leaders: Type.Object({ before: Type.Array(Type.String()), after: Type.Array(Type.String()) }),
    }),
  ),
  mail: Type.Optional(
    Type.Object({
      template: Type.String(),
      state: Type.String(),
      reply: Nullable(Type.String()),
    }),
  ),
})

export const PickStory = Type.Object({
  seasonId: Id,
  seasonName: Type.String(),
  user: Type.Object({ id: Id, name: Type.String() }),
  round: Type.Object({
    id: Id,
    sportName: Type.String(),
    status: RoundStatus,
    lockTime: Instant,
    timezone: Type.String(),
    offsets: ZoneOffsets,
    cancelled: Type.Optional(Type.Literal(1)),
    tieBreak: Type.Optional(Type.Object({ question: Type.String(), unit: Nullable(Type.String()) })),
  }),
  /** The sport is open: what was picked is for its player alone. */
  sealed: Type.Boolean(),
  hasPicked: Type.Boolean(),
  /** As the standings are now; null for who is not in them. */
  standing: Nullable(
    Type.Object({
      rank: Type.Integer(),
      totalPoints: Type.Integer(),
      playerCount: Type.Integer(),
      /** There where 0 points are the first rank: others have less. */
      ranked: Type.Optional(Type.Literal(true)),
      sentence: Type.String(),
      place: Nullable(Place),
      points: Nullable(Type.Integer()),
      dropped: Type.Optional(Type.Literal(1)),
      pickSentence: Type.String(),
    }),
  ),
  events: Type.Array(StoryEvent),
})

export const pickStoryEndpoints = section('Picks', 'public', {
  'GET /public/seasons/{id}/rounds/{roundId}/players/{playerId}': read(
    PickStory,
    'Read the history of a pick. Every version of the pick, every lock time, each attempt that was refused, each result, and each change of the rules that counted here, with what it did to the player, and the seal that covers it. Until the lock everybody sees the lock times, and whether a pick was made.',
    { conditional: true },
  ),
})

export type PickStory = Static<typeof PickStory>
export type StoryEvent = Static<typeof StoryEvent>
