import { type Static, Type } from 'typebox'
import { Flag, Id, Instant, Nullable, Text, WholeNumber } from './schema.ts'

const seasonRow = {
  id: Id,
  name: Type.String(),
  year_start: Type.Integer(),
  year_end: Type.Integer(),
  commissioner: Nullable(Type.String()),
  is_active: Flag,
  is_default: Flag,
  ended_at: Nullable(Instant),
  deleted_at: Nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
}

export const Season = Type.Object(seasonRow)

export const DefaultSeason = Nullable(Season)

/** By `year_start`, newest first; each with its standings. */
export const SeasonList = Type.Array(
  Type.Object({
    ...seasonRow,
    leaderboard: Type.Array(
      Type.Object({
        rank: Type.Integer(),
        userId: Id,
        name: Type.String(),
        totalPoints: Type.Integer(),
      }),
    ),
  }),
)

const seasonFields = {
  name: Text('Season name', 1, 50),
  yearStart: WholeNumber('Start year', 1990, 2100),
  yearEnd: WholeNumber('End year', 1990, 2100),
  commissioner: Type.Optional(Nullable(Text('Commissioner', 0, 255))),
  isDefault: Type.Optional(Type.Boolean({ 'x-sentence': 'isDefault must be true or false' })),
}

export const SeasonBody = Type.Object({
  ...seasonFields,
  participantIds: Type.Optional(Type.Array(Id, { maxItems: 10_000 })),
})

export const SeasonChanges = Type.Object(seasonFields)

export const SeasonToggled = Type.Object({ message: Type.String(), isActive: Type.Boolean() })

export const DeletedSeasons = Type.Array(Season)

/** Places count as in competition ranking: 10, 8, 8, 5 are places 1, 2, 2, 4. */
export const Winner = Type.Object({
  id: Id,
  season_id: Id,
  place: Type.Integer(),
  user_id: Id,
  user_name: Type.String(),
  name: Type.String(),
  total_points: Type.Integer(),
})

export const Winners = Type.Array(Winner)

export const SeasonEnded = Type.Object({ message: Type.String(), winners: Winners })

export const SeasonParams = Type.Object({ seasonId: Id })

export const ParticipantParams = Type.Object({ seasonId: Id, userId: Id })

export const Participant = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  is_active: Flag,
  added_at: Instant,
})

export const ParticipantList = Type.Array(Participant)

export const ParticipantBody = Type.Object({ userId: Id })

export const ParticipantsAdded = Type.Object({ message: Type.String(), added: Type.Integer() })

export type Season = Static<typeof Season>
export type SeasonList = Static<typeof SeasonList>
export type SeasonChanges = Static<typeof SeasonChanges>
export type SeasonToggled = Static<typeof SeasonToggled>
export type SeasonBody = Static<typeof SeasonBody>
export type Winner = Static<typeof Winner>
export type SeasonEnded = Static<typeof SeasonEnded>
export type Participant = Static<typeof Participant>
export type ParticipantsAdded = Static<typeof ParticipantsAdded>
