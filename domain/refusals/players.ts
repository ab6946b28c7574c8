import type { Refusals } from '../refusal.ts'

// biome-ignore format: a table reads best as one
export const PLAYER_REFUSALS = {
  'player-not-found': ['not_found', 'Player not found'],
  'player-not-active': ['wrong_state', 'This player is not active'],
  'player-has-data': ['wrong_state', 'Cannot delete player with existing data. Please deactivate instead.'],
  'player-without-address': ['wrong_state', 'This player has no email address. Copy the link and pass it on yourself'],
  'player-address-refused': ['wrong_state', 'The mail server refused the address of this player. Correct it, or send the link again'],
  'player-wants-no-reminders': ['wrong_state', 'This player wants no reminders. You can still send the link again'],
  'player-has-picked': ['wrong_state', 'This player has picked already'],
  'player-not-in-standings': ['not_found', 'This player is not in the standings of that season'],
  'participant-not-found': ['not_found', 'This player is not a participant of the season'],
  'active-participant-not-found': ['not_found', 'This player is not an active participant of the season'],
  'you-are-not-active': ['wrong_state', 'You are not an active player'],
  'you-have-no-address': ['wrong_state', 'We have no email address for you. Ask an admin for your links'],
} as const satisfies Refusals
