import type { Instant } from '../event.ts'
import { comparable } from '../names.ts'
import { isReworded } from '../rounds/rewording.ts'
import { type Round, statusAt } from '../rounds/round.ts'
import { isSealedFromAdmins } from '../seasons/sealing.ts'
import type { Season } from '../seasons/season.ts'

/** What touches fairness after the fact, as the public record of a season calls it. */
export type DeedType =
  | 'rules_changed'
  | 'weight_changed'
  | 'points_changed'
  | 'lock_moved'
  | 'locked_early'
  | 'teams_changed'
  | 'words_changed'
  | 'pick_entered'
  | 'pick_cleared'
  | 'picks_looked_at'
  | 'link_copied'
  | 'result_corrected'
  | 'result_unlocked'
  | 'sport_cancelled'
  | 'sport_reinstated'
  | 'sport_deleted'
  | 'sport_restored'
  | 'participant_added'
  | 'participant_removed'
  | 'participant_deactivated'
  | 'participant_activated'
  | 'season_activated'
  | 'season_deactivated'
  | 'season_deleted'
  | 'season_restored'
  | 'season_reopened'
  | 'picks_sealed'
  | 'picks_unsealed'
  | 'address_changed'
  | 'league_exported'
  | 'links_replaced'
  | 'name_taken_over'

/** Right before an event. */
export type DeedContext<Event> = {
  event: Event
  at: Instant
  season: Season
  /** Of which the event tells; missing where it tells of none. */
  round: Round
  /** Whether the round had a result before. */
  hadResult: boolean
  /** Sports of the season that are open, by name. */
  open: () => readonly string[]
  /** Whether a sport of the season has ever locked. */
  hasLocked: boolean
  /** Whether a sport of the season was ever activated. */
  hasOpened: boolean
  /** Of which player the event tells. */
  playerId: number | null
  /** Who is a participant or was one before. */
  tookPart: ReadonlySet<number>
  /** What each player is called, and was since the first lock, as names are compared. */
  names: ReadonlyMap<number, readonly string[]>
}

/** How an event is in the public record. Drafts, mail and names of people are not, unless another participant had that name. */
export type Recorded<Event> = {
  as: DeedType
  unless?: (context: DeedContext<Event>) => DeedType | null
  /** Always without. */
  when?: (context: DeedContext<Event>) => boolean
  /** Whether other points or ranks can follow from it at once: picks are entered before there is a result. */
  moves?: true
  /** Whether the sports that are open make it a deed: they are told with it. */
  tellsOpen?: true
}

export const afterAnyActivation = ({ hasOpened }: DeedContext<unknown>) => hasOpened
export const afterFirstLock = ({ hasLocked }: DeedContext<unknown>) => hasLocked
export const afterItsActivation = ({ round }: DeedContext<unknown>) =>
  'locksAt' in round && round.status !== 'draft'
export const afterItsLock = ({ round, at }: DeedContext<unknown>) =>
  'locksAt' in round && ['locked', 'completed'].includes(statusAt(round, at))
/** Nobody can pick these any more. */
export const takesTeamsAway = (context: DeedContext<{ data: { teams: readonly string[] } }>) =>
  afterItsActivation(context) &&
  'teams' in context.round &&
  context.round.teams.some((team) => !context.event.data.teams.includes(team))
export const asksSomethingElse = (context: DeedContext<Parameters<typeof isReworded>[1]>) =>
  afterItsActivation(context) && isReworded(context.round, context.event)
/** Whoever could pick can be kept from it. */
export const whileOpen = ({ open }: DeedContext<unknown>) => open().length > 0
export const onceOpenOrLocked = (context: DeedContext<unknown>) => context.hasLocked || whileOpen(context)
/** Who takes part in a season that is over has nothing left to be kept from. */
export const ofParticipant = (context: DeedContext<unknown>) =>
  context.season.status === 'open' &&
  context.season.participants.has(context.playerId ?? 0) &&
  onceOpenOrLocked(context)
/** Where even admins see no picks, a link that is copied may have been opened. */
export const whileSealed = (context: DeedContext<unknown>) =>
  afterItsActivation(context) && isSealedFromAdmins(context.season, context.round, context.at)
/** Points seem to change hands where names do, also between two players who are out for a moment. */
function isOfAnother(
  { season, names, tookPart, hasLocked }: DeedContext<unknown>,
  playerId: number,
  name: string,
) {
  if (!hasLocked || !('participants' in season)) return false
  const others = [...tookPart].filter((other) => other !== playerId)
  return others.some((other) => names.get(other)?.includes(name))
}
export const ofAnother = (context: DeedContext<{ data: { name: string } }>) =>
  context.tookPart.has(context.playerId ?? 0) &&
  isOfAnother(context, context.playerId ?? 0, comparable(context.event.data.name))
/** Who was renamed before coming in. */
export const withNameOfAnother = (context: DeedContext<{ data: { playerId: number } }>): DeedType | null => {
  const { playerId } = context.event.data
  const name = context.names.get(playerId)?.at(-1)
  return name !== undefined && isOfAnother(context, playerId, name) ? 'name_taken_over' : null
}
/** The points of the league are those of the seasons that follow it. */
export const whereFollowed = ({ season, hasLocked }: DeedContext<unknown>) =>
  hasLocked && season.status === 'open' && season.rules === null
