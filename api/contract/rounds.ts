import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, Reason, SeenPosition, Text, WholeNumber } from './schema.ts'

export const RoundStatus = Type.Enum(['draft', 'active', 'locked', 'completed'])

const PickType = Type.Enum(['single', 'multiple'], {
  'x-sentence': "pickType must be 'single' or 'multiple'",
})

/** Text of the place's holder, null while unknown. */
export const places = {
  first_place_team: Nullable(Type.String()),
  second_place_team: Nullable(Type.String()),
  third_place_team: Nullable(Type.String()),
  fourth_place_team: Nullable(Type.String()),
  fifth_place_team: Nullable(Type.String()),
}

const roundRow = {
  id: Id,
  season_id: Id,
  sport_name: Type.String(),
  pick_type: PickType,
  num_write_in_picks: Nullable(Type.Integer()),
  email_message: Nullable(Type.String()),
  lock_time: Instant,
  timezone: Type.String(),
  status: RoundStatus,
  ...places,
  deleted_at: Nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
  /** Active participants only. */
  participants: Type.Array(Type.Object({ id: Id, name: Type.String(), hasPicked: Type.Boolean() })),
  pickedCount: Type.Integer(),
  totalParticipants: Type.Integer(),
  /** There only while it is unlocked: completing it again corrects a result that has been published. */
  completed_before: Type.Optional(Type.Literal(true)),
}

/** Newest first. */
export const RoundList = Type.Array(Type.Object(roundRow))

export const Round = Type.Object({
  ...roundRow,
  teams: Type.Array(Type.Object({ id: Id, team_name: Type.String() })),
})

const Teams = Type.Array(Text('Team name', 1, 100), {
  maxItems: 500,
  'x-sentence': 'A sport has at most 500 teams',
})

export const TeamsBody = Type.Object({ teams: Teams })

export const RoundBody = Type.Object({
  seasonId: Type.Integer({ ...Id, 'x-sentence': 'Please select a season' }),
  sportName: Text('Sport name', 1, 100),
  pickType: PickType,
  emailMessage: Type.Optional(Nullable(Text('Email message', 0, 500))),
  /** Wall-clock time `YYYY-MM-DDTHH:MM` in `timezone`, or an instant with offset or Z. */
  lockTime: Type.String({ maxLength: 40, 'x-sentence': 'Lock time is required' }),
  timezone: Type.String({ maxLength: 64, 'x-sentence': 'Timezone is required' }),
  teams: Type.Optional(Teams),
  numWriteInPicks: Type.Optional(Nullable(WholeNumber('Number of write-in picks', 1, 10))),
})

/** What is left out stays as it is. */
export const RoundChanges = Type.Partial(Type.Omit(RoundBody, ['seasonId']))

export const ReminderSent = Type.Object({ message: Type.String(), sent: Type.Integer() })

export const RoundActivated = Type.Object({ message: Type.String(), userCount: Type.Integer() })

const Placement = Type.Enum(['first', 'second', 'third', 'fourth', 'fifth', 'none'], {
  'x-sentence': 'A placement is first, second, third, fourth, fifth or none',
})

const PlaceText = Type.Optional(Nullable(Text('A place', 0, 100)))

/** Places name teams for a single pick; `manualScores` place the players of a multiple pick. */
export const CompleteBody = Type.Object({
  firstPlaceTeam: PlaceText,
  secondPlaceTeam: PlaceText,
  thirdPlaceTeam: PlaceText,
  fourthPlaceTeam: PlaceText,
  fifthPlaceTeam: PlaceText,
  manualScores: Type.Optional(
    Type.Array(Type.Object({ userId: Id, placement: Placement }), { maxItems: 10_000 }),
  ),
  /** Asked for when a published result is corrected; everybody can read it. */
  reason: Reason,
  seenPosition: SeenPosition,
})

export const UnlockBody = Type.Object({ reason: Reason, seenPosition: SeenPosition })

export type RoundStatus = Static<typeof RoundStatus>
export type RoundList = Static<typeof RoundList>
export type Round = Static<typeof Round>
export type RoundBody = Static<typeof RoundBody>
export type RoundChanges = Static<typeof RoundChanges>
export type ReminderSent = Static<typeof ReminderSent>
export type RoundActivated = Static<typeof RoundActivated>
export type Placement = Static<typeof Placement>
export type CompleteBody = Static<typeof CompleteBody>
export type UnlockBody = Static<typeof UnlockBody>
