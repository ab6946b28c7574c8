import { counted } from '../names.ts'
import type { Refusals } from '../refusal.ts'

type Status = { status: string }
type Named = { name: string }
type Team = { team: string; field?: string }

const aSport = (status: string) => `${status === 'active' ? 'An' : 'A'} ${status} sport`

const ofSeveral = ({ sport, why }: { sport: string; why: string; code: string }) =>
  `No sport was activated, because of ${sport}: ${why}`

// biome-ignore format: a table reads best as one
export const SPORT_REFUSALS = {
  'sport-not-found': ['not_found', 'Sport not found'],
  'sport-not-deleted': ['wrong_state', 'The sport is not deleted'],
  'sport-not-cancelled': ['wrong_state', 'The sport is not cancelled'],
  'sport-cancelled-already': ['wrong_state', 'The sport is cancelled already'],
  'sport-to-reinstate': ['wrong_state', 'The sport is cancelled. Reinstate it first'],
  'sport-locked-already': ['wrong_state', 'The sport is locked already'],
  'sport-not-open': ['wrong_state', 'This sport is not open for picks yet'],
  'picks-hidden': ['not_found', 'Picks are hidden until the lock'],
  'sport-shows-picks': ['wrong_state', 'This sport has locked: everybody sees its picks'],
  'sport-stays-in-season': ['wrong_state', 'A sport stays in its season. Copy it to the other one instead', 'seasonId'],
  'sports-of-one-season': ['invalid', 'Please choose sports of one season', 'roundIds'],
  'completed-cannot-be-cancelled': ['wrong_state', 'A completed sport cannot be cancelled. Unlock it first'],
  'completed-cannot-be-edited': ['wrong_state', 'A completed sport cannot be edited. Unlock it first'],
  'cannot-activate': ['wrong_state', ({ status }: Status) => `${aSport(status)} cannot be activated`],
  'cannot-lock': ['wrong_state', ({ status }: Status) => `${aSport(status)} cannot be locked`],
  'cannot-complete': ['wrong_state', ({ status }: Status) => `${aSport(status)} cannot be completed`],
  'cannot-unlock': ['wrong_state', ({ status }: Status) => `${aSport(status)} cannot be unlocked`],
  'cannot-delete': ['wrong_state', ({ status }: Status) => `${aSport(status)} cannot be deleted`],
  'activation-without-participant': ['wrong_state', 'Add at least one active participant to the season first'],
  'activation-after-lock-time': ['wrong_state', 'The lock time has passed. Choose one in the future first'],
  'activation-without-team': ['wrong_state', 'Add at least one team first'],
  'activation-of-several': ['wrong_state', ofSeveral],
  'activation-of-several-gone': ['not_found', ofSeveral],
  'opening-in-past': ['invalid', 'The time must be in the future. Use Activate to open the sport now', 'opensAt'],
  'opening-after-lock': ['invalid', 'The sport must open before its lock time', 'opensAt'],
  'opening-of-draft': ['wrong_state', 'Only a draft can be scheduled to open'],
  'reminders-need-open-sport': ['wrong_state', 'Reminders go out only while a sport is open for picks'],
  'lock-time-passed': ['wrong_state', 'The sport has locked: its lock time can no longer change', 'lockTime'],
  'lock-time-in-past': ['invalid', 'The lock time must be in the future. Use Lock Now to lock at once', 'lockTime'],
  'lock-before-opening': ['wrong_state', 'The sport would lock before it opens. Choose a later lock time, or change when it opens first', 'lockTime'],
  'later-lock-needs-reason': ['invalid', 'Somebody has picked, so say why the sport locks later: everybody can read the reason', 'reason'],
  'pick-type-fixed': ['wrong_state', 'Once a sport is active, only more write-in picks can be allowed', 'pickType'],
  'slot-names-fixed': ['wrong_state', 'The names of picks are fixed once a sport is active. Cancel it and add another one instead', 'slotNames'],
  'slot-names-beyond-picks': ['invalid', ({ picks }: { picks: number }) => `This sport takes ${counted(picks, 'pick')}, so it cannot have more names than that`, 'slotNames'],
  'slot-names-alike': ['invalid', 'Each pick needs a name of its own', 'slotNames'],
  'teams-needed': ['wrong_state', 'Players can pick now, so the sport needs at least one team', 'teams'],
  'teams-only-added': ['wrong_state', 'The picks of this sport are hidden from admins: until the lock you can only add teams', 'teams'],
  'teams-picked': ['wrong_state', ({ teams }: { teams: string[] }) => `These teams have been picked and must stay: ${teams.join(', ')}`, 'teams'],
  'team-twice': ['invalid', ({ team }: Team) => `The team ${team} is listed twice`, 'teams'],
  'team-not-listed': ['invalid', ({ team }: Team) => `${team} is not in the list of teams`],
  'team-listed-already': ['invalid', ({ team }: Team) => `${team} is in the list of teams already`, 'to'],
  'team-name-of-former': ['invalid', ({ team }: Team) => `${team} has been a team of this sport, so no other team can have its name`, 'to'],
  'team-name-given-up': ['invalid', ({ team, now }: Team & { now: string }) => `${team} is called ${now} now. Its former name cannot come back in this sport`],
  'team-renames-too-many': ['wrong_state', ({ max }: { max: number }) => `The teams of a sport can be renamed ${max} times, and these were`],
  'renaming-needs-reason': ['invalid', 'The sport has locked, so say why: everybody can read the reason', 'reason'],
  'question-fixed': ['wrong_state', 'The tie-break question is fixed once a sport is active. Cancel it and add another one instead'],
  'question-elsewhere': ['wrong_state', ({ sport }: { sport: string }) => `${sport} has the tie-break question of this season. Remove it there first`],
  'question-fixed-elsewhere': ['wrong_state', ({ sport }: { sport: string }) => `${sport} has the tie-break question of this season, which is fixed once a sport is active`],
  'result-to-correct': ['wrong_state', 'Only a completed sport has a result to correct'],
  'result-not-found': ['not_found', 'This sport has no result in this season'],
  'correction-not-found': ['not_found', 'This sport has no such correction in this season'],
  'right-answers-beyond-picks': ['invalid', ({ picks }: { picks: number }) => `This sport takes ${counted(picks, 'pick')}, so it cannot have these right answers`, 'rightAnswers'],
  'right-answers-without-names': ['invalid', 'The picks of this sport have no names, so it cannot have these right answers', 'rightAnswers'],
  'answer-without-question': ['invalid', 'This sport has no tie-break question to answer', 'tieBreakAnswer'],
  'answer-needed': ['invalid', ({ question }: { question: string }) => `Please answer the tie-break question: ${question}`, 'tieBreakAnswer'],
  'team-in-two-places': ['invalid', ({ team }: Team) => `${team} cannot finish in two places`],
  'placed-non-participant': ['invalid', ({ name }: Named) => `${name} is not a participant of the season`, 'manualScores'],
  'placed-twice': ['invalid', ({ name }: Named) => `${name} is listed twice`, 'manualScores'],
  'placed-without-pick': ['invalid', ({ name }: Named) => `${name} has no pick and cannot hold a place`, 'manualScores'],
} as const satisfies Refusals
