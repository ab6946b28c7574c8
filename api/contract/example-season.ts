// The story that all examples tell: Connie runs the Family Cup, in which Ann, Bob and Cleo pick. Football is scored, the Oscars are open.

export const CREATED_AT = '2027-01-10T12:00:00.000Z'
export const SCORED_AT = '2027-03-01T21:00:00.000Z'
const FOOTBALL_LOCKS_AT = '2027-03-01T18:30:00.000Z'
const OSCARS_LOCK_AT = '2027-03-14T23:00:00.000Z'

export const EVENT_ID = '0b6f1c1e-5d0f-4f6e-9f37-2f4a3c9d7e10'
export const COMMAND_ID = '5a1d3c52-8f0e-4b57-a7a4-9a4f0d3b6c21'
export const MAIL_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
export const POSITION = '0000000000000000283'
export const HEAD = 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c'
export const SESSION_TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJhZG1pbklkIjoxfQ.signature'

export const CONNIE = {
  id: 1,
  name: 'Connie',
  email: 'connie@example.com',
  is_main_admin: 1,
  has_second_factor: 1,
  created_at: CREATED_AT,
}
export const SAM = {
  id: 2,
  name: 'Sam',
  email: 'sam@example.com',
  is_main_admin: 0,
  has_second_factor: 0,
  created_at: CREATED_AT,
}

export const ANN = {
  id: 1,
  name: 'Ann',
  email: 'ann@example.com',
  is_active: 1,
  created_at: CREATED_AT,
}
/** Has no email address of his own. */
export const BOB = {
  id: 2,
  name: 'Bob',
  email: 'bob-2@placeholder.local',
  is_active: 1,
  created_at: CREATED_AT,
}

export const FAMILY_CUP = {
  id: 1,
  name: 'Family Cup',
  year_start: 2027,
  year_end: 2027,
  commissioner: 'Connie',
  is_active: 1,
  is_default: 1,
  ended_at: null,
  deleted_at: null,
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
}
export const STANDINGS = [
  { rank: 1, userId: 1, name: 'Ann', totalPoints: 6 },
  { rank: 2, userId: 2, name: 'Bob', totalPoints: 5 },
  { rank: 3, userId: 3, name: 'Cleo', totalPoints: 1 },
]
export const WINNERS = STANDINGS.map(({ rank, userId, name, totalPoints }) => ({
  ...{ id: userId, season_id: 1, place: rank, user_id: userId },
  ...{ user_name: name, name, total_points: totalPoints },
}))

export const FOOTBALL_PLACES = {
  first_place_team: 'Reds',
  second_place_team: 'Blues',
  third_place_team: null,
  fourth_place_team: null,
  fifth_place_team: null,
}
export const FOOTBALL = {
  id: 1,
  season_id: 1,
  sport_name: 'Football',
  pick_type: 'single',
  num_write_in_picks: null,
  email_message: 'May the best guess win',
  lock_time: FOOTBALL_LOCKS_AT,
  timezone: 'Europe/Berlin',
  status: 'completed',
  ...FOOTBALL_PLACES,
  deleted_at: null,
  created_at: CREATED_AT,
  updated_at: SCORED_AT,
  participants: [
    { id: 1, name: 'Ann', hasPicked: true },
    { id: 2, name: 'Bob', hasPicked: true },
    { id: 3, name: 'Cleo', hasPicked: true },
  ],
  pickedCount: 3,
  totalParticipants: 3,
}
const NO_PLACES = {
  first_place_team: null,
  second_place_team: null,
  third_place_team: null,
  fourth_place_team: null,
  fifth_place_team: null,
}
export const OSCARS = {
  ...FOOTBALL,
  id: 2,
  sport_name: 'Oscars',
  pick_type: 'multiple',
  num_write_in_picks: 2,
  email_message: null,
  lock_time: OSCARS_LOCK_AT,
  timezone: 'America/New_York',
  status: 'active',
  ...NO_PLACES,
  updated_at: CREATED_AT,
  participants: [
    { id: 1, name: 'Ann', hasPicked: true },
    { id: 2, name: 'Bob', hasPicked: false },
    { id: 3, name: 'Cleo', hasPicked: false },
  ],
  pickedCount: 1,
}

const ANN_PICKED_AT = '2027-02-27T09:15:00.000Z'
const RECEIPT_CODE = 'K7QM-2F9X-3RTB-W8HD'
export const REDS = { pickItems: [{ pickNumber: 1, pickValue: 'Reds' }] }
export const ANNS_RECEIPT = { code: RECEIPT_CODE, savedAt: ANN_PICKED_AT, beforeLockMs: 206_100_000 }
export const ANNS_VERSION = {
  code: RECEIPT_CODE,
  savedAt: ANN_PICKED_AT,
  savedBy: 'player',
  picks: ['Reds'],
}

/** What the result of Football did. */
export const EFFECT = {
  seasonId: 1,
  name: 'Family Cup',
  players: STANDINGS.map(({ userId, name, totalPoints, rank }) => ({
    ...{ userId, name, before: { points: 0, rank: 1 } },
    after: { points: totalPoints, rank },
  })),
}
