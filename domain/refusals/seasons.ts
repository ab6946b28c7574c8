import type { Refusals } from '../refusal.ts'

// biome-ignore format: a table reads best as one
export const SEASON_REFUSALS = {
  'season-not-found': ['not_found', 'Season not found'],
  'season-not-then': ['not_found', 'The season did not exist at that time'],
  'season-not-active': ['wrong_state', 'The season is not active'],
  'season-not-ended': ['wrong_state', 'The season has not ended'],
  'season-not-deleted': ['wrong_state', 'The season is not deleted'],
  'season-ended-already': ['wrong_state', 'The season has already ended'],
  'season-closed': ['wrong_state', 'The season has ended. Reopen it to make changes'],
  'season-unfinished': ['wrong_state', ({ sports }: { sports: string[] }) => `Complete these sports before ending the season: ${sports.join(', ')}`],
  'season-years': ['invalid', 'End year must not be before the start year', 'yearEnd'],
  'default-not-active': ['wrong_state', 'A season that is not active cannot be the default. Activate it first'],
  'join-until-in-past': ['invalid', 'The time must be in the future', 'until'],
  'rules-need-reason': ['invalid', 'A sport of this season has locked already, so say why: everybody can read the reason', 'reason'],
  'tie-break-twice': ['invalid', 'Each tie-break can be in the chain once', 'tieBreak'],
  'showing-picks-needs-reason': ['invalid', 'Say why admins may see the picks: everybody can read the reason', 'reason'],
  'looking-needs-reason': ['invalid', 'Say why you look: everybody can read the reason', 'reason'],
  'picks-stay-hidden': ['wrong_state', ({ sports }: { sports: string[] }) => `Picks stay hidden until the lock time of these sports: ${sports.join(', ')}`],
  'picks-not-hidden': ['wrong_state', 'The picks of this season are not hidden from admins'],
  'copy-into-itself': ['invalid', 'A season cannot be copied into itself. Choose another one', 'sourceSeasonId'],
  'copied-lock-without-sport': ['invalid', 'A lock time belongs to a sport that is not copied', 'rounds'],
  'copied-sport-not-found': ['invalid', 'One of these sports is not in the season, or it is cancelled or deleted', 'roundIds'],
} as const satisfies Refusals
