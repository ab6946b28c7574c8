import { type Static, Type } from 'typebox'
import { read, section } from './endpoint.ts'
import { Id, Instant, Nullable } from './schema.ts'

const UserIds = Type.Array(Id)

/** Of one sport, from its lock on. Without names of people. */
export const SportStatistics = Type.Object({
  picked: Type.Integer(),
  missing: Type.Integer(),
  /** Owed a pick and made none. */
  missingIds: UserIds,
  /** Most frequent first, then by name. `pickNumber` for write-ins, each slot by itself. */
  distribution: Type.Array(
    Type.Object({
      pickNumber: Type.Optional(Type.Integer()),
      value: Type.String(),
      count: Type.Integer(),
      userIds: UserIds,
    }),
  ),
  /** Shares no value with anybody in any slot. */
  alone: UserIds,
  result: Type.Optional(
    Type.Object({
      calledIt: UserIds,
      rarest: Nullable(Type.String()),
      /** Whose rank this result changed, largest climb first. */
      movers: Type.Array(Type.Object({ userId: Id, from: Type.Integer(), to: Type.Integer() })),
    }),
  ),
})

/** In the order of the board. */
export const SeasonStatistics = Type.Object({
  rows: Type.Array(
    Type.Object({
      userId: Id,
      championsCalled: Type.Integer(),
      /** Completed ones in which there was a pick, or one was owed. */
      sports: Type.Integer(),
      /** Two decimals; null without a pick in a completed sport. */
      averagePlace: Nullable(Type.Number()),
      missing: Type.Integer(),
      /** 1 minus the mean share of those who picked the same, four decimals; null without a pick in a locked sport. */
      boldness: Nullable(Type.Number()),
      bestCall: Nullable(Type.Object({ roundId: Id, value: Type.String(), companions: Type.Integer() })),
      longestRun: Type.Integer(),
    }),
  ),
})

/** Of the last result that stands; null before the first. */
export const Recap = Nullable(
  Type.Object({
    roundId: Id,
    at: Instant,
    corrected: Type.Boolean(),
    facts: Type.Array(
      Type.Object({
        kind: Type.Enum([
          'clinched',
          'nobody_called_it',
          'few_called_it',
          'lone_caller',
          'new_leader',
          'biggest_climb',
          'level_at_the_top',
          'tie_break',
        ]),
        userIds: UserIds,
        value: Type.Optional(Type.String()),
      }),
    ),
    /** One for each fact, at most three. */
    sentences: Type.Array(Type.String()),
  }),
)

export const Race = Type.Object({
  exact: Type.Boolean(),
  /** Sports without a result that are neither cancelled nor deleted. */
  remaining: Type.Integer(),
  /** In the order of the board; empty where it cannot be told. */
  rows: Type.Array(
    Type.Object({
      userId: Id,
      bestTotal: Type.Integer(),
      bestRank: Type.Integer(),
      canWin: Type.Boolean(),
      canPodium: Type.Boolean(),
      clinched: Type.Boolean(),
    }),
  ),
  /** There where nothing but locked sports remains, one to three, none a write-in. */
  scenarios: Type.Optional(
    Type.Array(
      Type.Object({
        sentence: Type.String(),
        leaders: UserIds,
        /** `value` null: any team that nobody picked. */
        when: Type.Array(Type.Object({ roundId: Id, value: Nullable(Type.String()) })),
      }),
    ),
  ),
  /** Why it cannot be told. */
  why: Type.Optional(Type.String()),
})

export const seasonStoryEndpoints = section('Standings', 'public', {
  'GET /public/rounds/{id}/statistics': read(
    SportStatistics,
    'Read what everybody picked in a sport. Returns how often each pick was made and by whom, who stood alone, who made none and, after the result, who called it and whose rank it changed. 404 until the sport has locked.',
    { conditional: true },
  ),
  'GET /public/seasons/{id}/statistics': read(
    SeasonStatistics,
    'Read the statistics of a season. Returns a row for each player, in the order of the standings: champions called, average place, missing picks, boldness, best call and longest run in the points. Counts only sports that have locked and were not cancelled.',
    { conditional: true },
  ),
  'GET /public/seasons/{id}/race': read(
    Race,
    'Read who can still win a season. Returns for each player, in the order of the standings, the best total and rank that can still be reached, and whether nobody can come to be ahead any more. Counts the sports of now under the rules of now; picks of a sport that is not locked are left out. `exact` is false where too many results are possible: then a player can win unless that is ruled out, and has clinched only where that is sure.',
    { conditional: true },
  ),
  'GET /public/seasons/{id}/recap': read(
    Recap,
    'Read what the last result changed. Returns at most three facts with the ids of their players, and a sentence for each with the names of now: who called it, who leads, who climbed, who cannot be caught. `null` before the first result.',
    { conditional: true },
  ),
})

export type SportStatistics = Static<typeof SportStatistics>
export type SeasonStatistics = Static<typeof SeasonStatistics>
export type Recap = Static<typeof Recap>
export type Race = Static<typeof Race>
