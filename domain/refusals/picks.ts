import type { Refusals } from '../refusal.ts'

/** Why a pick link cannot pick now. */
// biome-ignore format: a table reads best as one
export const CLOSED_REFUSALS = {
  'sport-gone': ['not_allowed', 'This sport is no longer available'],
  'sport-cancelled': ['not_allowed', 'This sport was cancelled'],
  'sport-unopened': ['not_allowed', 'This sport is not open for picks yet'],
  'season-gone': ['not_allowed', 'This season is no longer available'],
  'season-ended': ['not_allowed', 'This season has ended'],
  'season-inactive': ['not_allowed', 'This season is not active'],
  'player-inactive': ['not_allowed', 'You are not an active player'],
  'player-out': ['not_allowed', 'You are not a participant of this season'],
  'link-replaced': ['gone', 'This link was replaced. Ask for a new one'],
  'picks-locked': ['not_allowed', (_: { roundId: number }) => 'Picks are locked for this sport'],
} as const satisfies Refusals

// biome-ignore format: a table reads best as one
export const PICK_REFUSALS = {
  'pick-not-found': ['not_found', 'There is no such pick'],
  'pick-link-invalid': ['not_found', 'Invalid or expired link'],
  'pick-changed-too-often': ['too_many', ({ max }: { max: number }) => `This pick was changed ${max} times and can no longer change. Please ask an admin to enter another one`],
  'pick-missing': ['wrong_state', 'This player has no pick to clear'],
  'pick-before-activation': ['wrong_state', 'Activate the sport before entering picks'],
  'pick-after-completion': ['wrong_state', 'Completed sports cannot be edited'],
  'pick-empty': ['invalid', 'Please enter at least one pick', 'picks'],
  'pick-not-chosen': ['invalid', 'Please select a team/player', 'picks'],
  'picks-too-many': ['invalid', ({ max }: { max: number }) => `This sport takes ${max === 1 ? 'one pick' : `at most ${max} picks`}`, 'picks'],
  'picks-alike': ['invalid', 'Each pick must be different', 'picks'],
  'late-pick-before-lock': ['wrong_state', 'This sport has not locked yet'],
  'late-pick-with-pick': ['wrong_state', 'You have a pick for this sport'],
  'late-pick-asked': ['wrong_state', 'You have asked already'],
  'late-pick-after-result': ['wrong_state', 'This sport has had a result. It is too late to ask'],
  'guess-without-question': ['invalid', 'This sport has no tie-break question', 'guess'],
  'guess-without-pick': ['invalid', 'A guess cannot be entered while the pick is cleared', 'guess'],
  'links-need-open-sport': ['wrong_state', 'Links work only while a sport is open for picks'],
  'links-without-open-sport': ['wrong_state', 'No sport is open for your picks now'],
  'links-without-mail': ['wrong_state', 'Mail is off in this league. Ask an admin for your links'],
} as const satisfies Refusals
