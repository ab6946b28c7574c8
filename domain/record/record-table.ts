import type { DomainEvent } from '../domain-event.ts'
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
export type Scene<Event = DomainEvent> = {
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

export type RecordRow<Event> = {
  as: DeedType
  /** As what else in some scenes. */
  unless?: (scene: Scene<Event>) => DeedType | null
  when: (scene: Scene<Event>) => boolean
  /** Whether other points or ranks can follow from it at once: picks are entered before there is a result. */
  moves?: true
  /** Whether the sports that are open make it a deed: they are told with it. */
  tellsOpen?: true
}

const always = () => true
const afterAnyActivation = ({ hasOpened }: Scene<unknown>) => hasOpened
const afterFirstLock = ({ hasLocked }: Scene<unknown>) => hasLocked
const afterItsActivation = ({ round }: Scene<unknown>) => 'locksAt' in round && round.status !== 'draft'
const afterItsLock = ({ round, at }: Scene<unknown>) =>
  'locksAt' in round && ['locked', 'completed'].includes(statusAt(round, at))
/** Nobody can pick these any more. */
const takesTeamsAway = (scene: Scene<{ data: { teams: readonly string[] } }>) =>
  afterItsActivation(scene) &&
  'teams' in scene.round &&
  scene.round.teams.some((team) => !scene.event.data.teams.includes(team))
const asksSomethingElse = (scene: Scene<Parameters<typeof isReworded>[1]>) =>
  afterItsActivation(scene) && isReworded(scene.round, scene.event)
/** Whoever could pick can be kept from it. */
const whileOpen = ({ open }: Scene<unknown>) => open().length > 0
const onceOpenOrLocked = (scene: Scene<unknown>) => scene.hasLocked || whileOpen(scene)
/** Who takes part in a season that is over has nothing left to be kept from. */
const ofParticipant = (scene: Scene<unknown>) =>
  scene.season.status === 'open' &&
  scene.season.participants.has(scene.playerId ?? 0) &&
  onceOpenOrLocked(scene)
/** Where even admins see no picks, a link that is copied may have been opened. */
const whileSealed = (scene: Scene<unknown>) =>
  afterItsActivation(scene) && isSealedFromAdmins(scene.season, scene.round, scene.at)
/** Points seem to change hands where names do, also between two players who are out for a moment. */
function isOfAnother({ season, names, tookPart, hasLocked }: Scene<unknown>, playerId: number, name: string) {
  if (!hasLocked || !('participants' in season)) return false
  const others = [...tookPart].filter((other) => other !== playerId)
  return others.some((other) => names.get(other)?.includes(name))
}
const ofAnother = (scene: Scene<{ data: { name: string } }>) =>
  scene.tookPart.has(scene.playerId ?? 0) &&
  isOfAnother(scene, scene.playerId ?? 0, comparable(scene.event.data.name))
/** Who was renamed before coming in. */
const withNameOfAnother = (scene: Scene<{ data: { playerId: number } }>): DeedType | null => {
  const { playerId } = scene.event.data
  const name = scene.names.get(playerId)?.at(-1)
  return name !== undefined && isOfAnother(scene, playerId, name) ? 'name_taken_over' : null
}
/** The points of the league are those of the seasons that follow it. */
const whereFollowed = ({ season, hasLocked }: Scene<unknown>) =>
  hasLocked && season.status === 'open' && season.rules === null

/**
 * Whether an event is in the public record of its season. Drafts, mail and names of people are not, unless another participant
 * had that name. The compiler asks for a decision on each type.
 */
export const RECORD_TABLE: {
  [Type in DomainEvent['type']]: RecordRow<Extract<DomainEvent, { type: Type }>> | null
} = {
  SeasonRulesSet: { as: 'rules_changed', when: afterFirstLock, moves: true },
  SeasonRulesFollowed: { as: 'rules_changed', when: afterFirstLock, moves: true },
  RoundWeightSet: { as: 'weight_changed', when: afterFirstLock, moves: true },
  PointsChanged: { as: 'points_changed', when: whereFollowed, moves: true },
  NoPickPointsChanged: { as: 'points_changed', when: whereFollowed, moves: true },
  RoundRescheduled: {
    as: 'lock_moved',
    when: (scene) =>
      afterItsActivation(scene) &&
      'locksAt' in scene.round &&
      scene.round.locksAt !== scene.event.data.locksAt,
  },
  RoundClosedEarly: { as: 'locked_early', when: always },
  RoundTeamsChanged: { as: 'teams_changed', when: (scene) => afterItsLock(scene) || takesTeamsAway(scene) },
  SeasonRenamed: { as: 'words_changed', when: afterAnyActivation },
  SeasonYearsChanged: { as: 'words_changed', when: afterAnyActivation },
  SeasonNoteChanged: { as: 'words_changed', when: afterAnyActivation },
  RoundRenamed: { as: 'words_changed', when: afterItsActivation },
  RoundEmailMessageChanged: { as: 'words_changed', when: afterItsActivation },
  RoundPickTypeChanged: { as: 'words_changed', when: asksSomethingElse },
  TieBreakQuestionSet: { as: 'words_changed', when: asksSomethingElse },
  TieBreakQuestionDropped: { as: 'words_changed', when: afterItsActivation },
  PickEntered: { as: 'pick_entered', when: afterItsLock },
  PickEntryWithdrawn: { as: 'pick_cleared', when: afterItsLock },
  TieBreakGuessEntered: { as: 'pick_entered', when: afterItsLock },
  PickLinkCopied: { as: 'link_copied', when: whileSealed },
  /** Everybody's come with the sealing, which is a deed of its own. */
  PickLinksReplaced: { as: 'address_changed', when: ({ event }) => event.data.playerId !== null },
  RoundCompleted: { as: 'result_corrected', when: ({ hadResult }) => hadResult, moves: true },
  RoundUnlocked: { as: 'result_unlocked', when: always, moves: true },
  RoundCancelled: { as: 'sport_cancelled', when: afterItsActivation },
  RoundReinstated: { as: 'sport_reinstated', when: afterItsActivation },
  RoundDeleted: { as: 'sport_deleted', when: afterItsActivation, moves: true },
  RoundRestored: { as: 'sport_restored', when: afterItsActivation, moves: true },
  RoundPurged: { as: 'sport_deleted', when: afterItsActivation },
  ParticipantAdded: {
    as: 'participant_added',
    unless: withNameOfAnother,
    when: afterFirstLock,
    moves: true,
  },
  ParticipantRemoved: { as: 'participant_removed', when: onceOpenOrLocked, moves: true },
  PlayerRemoved: { as: 'participant_removed', when: ofParticipant, moves: true },
  /** In place of what the player's own stream said, which goes with it. */
  PlayerErased: { as: 'participant_removed', when: ofParticipant },
  PlayerRenamed: { as: 'name_taken_over', when: ofAnother },
  PlayerDeactivated: { as: 'participant_deactivated', when: ofParticipant },
  PlayerReactivated: { as: 'participant_activated', when: ofParticipant },
  SeasonActivated: { as: 'season_activated', when: whileOpen },
  SeasonDeactivated: { as: 'season_deactivated', when: whileOpen },
  SeasonDeleted: { as: 'season_deleted', when: whileOpen },
  SeasonRestored: { as: 'season_restored', when: whileOpen },
  SeasonReopened: { as: 'season_reopened', when: always, moves: true },
  PicksLookedAt: { as: 'picks_looked_at', when: always },
  PicksSealedFromAdmins: { as: 'picks_sealed', when: afterAnyActivation },
  PicksUnsealedForAdmins: { as: 'picks_unsealed', when: always },
  LeagueExported: { as: 'league_exported', when: whileOpen, tellsOpen: true },
  LinkKeyReplaced: { as: 'links_replaced', when: whileOpen, tellsOpen: true },

  SeasonCreated: null,
  CommissionerChanged: null,
  SeasonEnded: null,
  SeasonRulesKept: null,
  /** Its record goes with it; its deletion before was a deed. */
  SeasonPurged: null,
  RoundCreated: null,
  RoundMovedOut: null,
  RoundMovedIn: null,
  TieBreakAnswered: null,
  RoundActivated: null,
  ActivationPlanned: null,
  ActivationUnplanned: null,
  ActivationFailed: null,
  RoundLocked: null,
  PickSubmitted: null,
  TieBreakGuessed: null,
  PlayersReminded: null,
  ReminderSkipped: null,
  PickLinkResent: null,
  PlayerAdded: null,
  PlayerEmailChanged: null,
  RemindersDeclined: null,
  RemindersWelcomed: null,
  BrandingChanged: null,
  DefaultTimeZoneChanged: null,
  RemindersChanged: null,
  NotificationsSwitchedOn: null,
  NotificationsSwitchedOff: null,
  SecondFactorRequired: null,
  SecondFactorMadeOptional: null,
  DefaultSeasonChosen: null,
  DefaultSeasonCleared: null,
  InstallationNamed: null,
  AdminAdded: null,
  AdminSetupCompleted: null,
  AdminRenamed: null,
  AdminEmailChanged: null,
  AdminPasswordChanged: null,
  AdminSignedIn: null,
  AdminSignInLocked: null,
  AdminLinkMailed: null,
  AdminSignedOut: null,
  SecondFactorTurnedOn: null,
  SecondFactorTurnedOff: null,
  SecondFactorReset: null,
  RecoveryCodesReplaced: null,
  AdminRemoved: null,
  AdminEnlisted: null,
  AdminAddressChanged: null,
  AdminDelisted: null,
  AdminErased: null,
}
