import type { Instant } from '../event.ts'
import { comparable } from '../names.ts'
import type { Round } from '../rounds/round.ts'
import { isOtherName, type TeamRename } from '../rounds/team-names.ts'
import { isSealed, isSealedFromAdmins } from '../seasons/sealing.ts'
import { type Season, tookPart } from '../seasons/season.ts'
import { hasLocked, hasOpened, type SeasonAndRounds } from '../seasons/season-stream.ts'

export type DeedType =
  | 'rules_changed'
  | 'weight_changed'
  | 'points_changed'
  | 'lock_moved'
  | 'locked_early'
  | 'teams_changed'
  | 'team_renamed'
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
  | 'mail_switched_off'
  | 'mail_switched_on'

export type DeedContext<Event> = {
  event: Event
  at: Instant
  before: SeasonAndRounds
  season: Season
  round: Round
  open: () => readonly string[]
  playerId: number | null
  /** The log says that the sport has locked, if only later. */
  isLockedByNow: boolean
  /** Of a pick: there was one before it. */
  replaces: boolean
  /** What each player is called, and was since the first lock, as names are compared. */
  names: ReadonlyMap<number, readonly string[]>
}

/** Drafts, mails and names of people are not in it, unless another participant had that name. */
export type Recorded<Event> = {
  as: DeedType
  unless?: (context: DeedContext<Event>) => DeedType | null
  when?: (context: DeedContext<Event>) => boolean
  /** Whether other points or ranks can follow from it at once: picks are entered before there is a result. */
  changesPoints?: true
  tellsOpen?: true
  /** How long it came before the lock of its sport, or before the next one. */
  tellsLock?: true
}

export const afterAnyActivation = ({ before }: DeedContext<unknown>) => hasOpened(before)
export const afterFirstLock = ({ before }: DeedContext<unknown>) => hasLocked(before)
export const hadResult = ({ before, event }: DeedContext<{ data: { roundId: number } }>) =>
  before.results.some(({ roundId }) => roundId === event.data.roundId)
export const afterItsActivation = ({ round }: DeedContext<unknown>) =>
  'locksAt' in round && round.status !== 'draft'
export const afterItsLock = ({ round }: DeedContext<unknown>) => !isSealed(round)
/** Before the lock nothing may say that there was a pick. */
export const afterItsLockOrReplacing = (context: DeedContext<unknown>) =>
  afterItsLock(context) || (context.isLockedByNow && context.replaces)
export const takesTeamsAway = (context: DeedContext<{ data: { teams: readonly string[] } }>) =>
  afterItsActivation(context) &&
  'teams' in context.round &&
  context.round.teams.some((team) => !context.event.data.teams.includes(team))
/** Whatever was picked: otherwise the record would reveal it. */
export const callsTeamOtherwise = (context: DeedContext<{ data: TeamRename }>) =>
  afterItsActivation(context) && isOtherName(context.event.data)
export const whileOpen = ({ open }: DeedContext<unknown>) => open().length > 0
export const onceOpenOrLocked = (context: DeedContext<unknown>) =>
  afterFirstLock(context) || whileOpen(context)
/** In a season that has ended, nobody can be kept from picking any more. */
export const ofParticipant = (context: DeedContext<unknown>) =>
  context.season.status === 'open' &&
  context.season.participants.has(context.playerId ?? 0) &&
  onceOpenOrLocked(context)
/** Also of a former participant: the links go to the new address if the player is added back. */
export const ofEverParticipant = (context: DeedContext<unknown>) =>
  context.season.status === 'open' &&
  tookPart(context.season).has(context.playerId ?? 0) &&
  onceOpenOrLocked(context)
/** Where even admins see no picks, a link that is copied may have been opened. */
export const whileSealed = (context: DeedContext<unknown>) =>
  afterItsActivation(context) && isSealedFromAdmins(context.season, context.round)
/** Points seem to change hands where names do, also between two players who are out for a moment. */
function isOfAnother({ before, season, names }: DeedContext<unknown>, playerId: number, name: string) {
  if (!hasLocked(before)) return false
  const others = [...tookPart(season)].filter((other) => other !== playerId)
  return others.some((other) => names.get(other)?.includes(name))
}
export const ofAnother = (context: DeedContext<{ data: { name: string } }>) =>
  tookPart(context.season).has(context.playerId ?? 0) &&
  isOfAnother(context, context.playerId ?? 0, comparable(context.event.data.name))
export const withNameOfAnother = (context: DeedContext<{ data: { playerId: number } }>): DeedType | null => {
  const { playerId } = context.event.data
  const name = context.names.get(playerId)?.at(-1)
  return name !== undefined && isOfAnother(context, playerId, name) ? 'name_taken_over' : null
}
export const whereFollowed = ({ before, season }: DeedContext<unknown>) =>
  hasLocked(before) && season.status === 'open' && season.rules === null
