import type { DomainEvent } from './domain-event.ts'

/** How many ids follow in the name of a stream of each kind. */
export const STREAM_KINDS = {
  settings: 0,
  league: 0,
  'link-key': 0,
  installation: 0,
  season: 1,
  notices: 1,
  pick: 2,
  player: 1,
  admin: 1,
  admins: 0,
  erasures: 0,
} as const
export type StreamKind = keyof typeof STREAM_KINDS

export type HistoryKind = 'picks' | 'sports' | 'seasons' | 'players' | 'admins' | 'sign-ins' | 'settings'

export type EventRow<Field = string> = {
  stream: StreamKind
  kind: HistoryKind
  /** The fields without personal data: an export without personal data holds only these. */
  safe: readonly Field[]
  /** Whose leaderboards the event changes. */
  moves?: 'its season' | 'seasons of the player' | 'open seasons'
  /** Whether a mail follows, or whether it changes a mail that is to be sent. */
  mails?: true
}

const ROUND = [
  'roundId',
  'seasonId',
  'sportName',
  'pickType',
  'picksMax',
  'locksAt',
  'timeZone',
  'teams',
  'slotNames',
] as const

/**
 * What each type of event touches. The compiler asks for a row for each type, and for its sentence, mail and undo.
 */
export const EVENT_TABLE = {
  BrandingChanged: { stream: 'settings', kind: 'settings', safe: ['title', 'tagline', 'footerMessage'] },
  DefaultTimeZoneChanged: { stream: 'settings', kind: 'settings', safe: ['timeZone'] },
  PointsChanged: {
    stream: 'settings',
    kind: 'settings',
    safe: ['points'],
    moves: 'open seasons',
    mails: true,
  },
  NoPickPointsChanged: {
    stream: 'settings',
    kind: 'settings',
    safe: ['points'],
    moves: 'open seasons',
    mails: true,
  },
  RemindersChanged: {
    stream: 'settings',
    kind: 'settings',
    safe: ['type', 'dailyAt', 'firstHours', 'finalHours'],
  },
  NotificationsSwitchedOn: { stream: 'settings', kind: 'settings', safe: [] },
  NotificationsSwitchedOff: { stream: 'settings', kind: 'settings', safe: [] },
  SecondFactorRequired: { stream: 'settings', kind: 'settings', safe: [] },
  SecondFactorMadeOptional: { stream: 'settings', kind: 'settings', safe: [] },
  DefaultSeasonChosen: { stream: 'league', kind: 'seasons', safe: ['seasonId'] },
  DefaultSeasonCleared: { stream: 'league', kind: 'seasons', safe: ['seasonId'] },
  LeagueExported: { stream: 'league', kind: 'settings', safe: ['personalData'] },
  LinkKeyReplaced: { stream: 'link-key', kind: 'settings', safe: ['generation'] },
  InstallationNamed: { stream: 'installation', kind: 'settings', safe: ['installationId', 'logFormat'] },
  SeasonCreated: { stream: 'season', kind: 'seasons', safe: ['seasonId', 'name', 'yearStart', 'yearEnd'] },
  SeasonRenamed: { stream: 'season', kind: 'seasons', safe: ['name'], mails: true },
  SeasonYearsChanged: { stream: 'season', kind: 'seasons', safe: ['yearStart', 'yearEnd'], mails: true },
  CommissionerChanged: { stream: 'season', kind: 'seasons', safe: [] },
  SeasonActivated: { stream: 'season', kind: 'seasons', safe: [], mails: true },
  SeasonDeactivated: { stream: 'season', kind: 'seasons', safe: [], mails: true },
  ParticipantAdded: {
    stream: 'season',
    kind: 'seasons',
    safe: ['playerId'],
    moves: 'its season',
    mails: true,
  },
  ParticipantRemoved: {
    stream: 'season',
    kind: 'seasons',
    safe: ['playerId'],
    moves: 'its season',
    mails: true,
  },
  SeasonEnded: {
    stream: 'season',
    kind: 'seasons',
    safe: ['endedAt', 'points', 'winners'],
    moves: 'its season',
    mails: true,
  },
  SeasonRulesKept: { stream: 'season', kind: 'seasons', safe: ['rules'], moves: 'its season' },
  SeasonRulesSet: {
    stream: 'season',
    kind: 'seasons',
    safe: ['rules'],
    moves: 'its season',
    mails: true,
  },
  SeasonRulesFollowed: { stream: 'season', kind: 'seasons', safe: [], moves: 'its season', mails: true },
  PicksSealedFromAdmins: { stream: 'season', kind: 'seasons', safe: [], moves: 'its season' },
  PicksUnsealedForAdmins: { stream: 'season', kind: 'seasons', safe: [], moves: 'its season' },
  SeasonNoteChanged: { stream: 'season', kind: 'seasons', safe: [] },
  SeasonReopened: { stream: 'season', kind: 'seasons', safe: [], moves: 'its season', mails: true },
  SeasonDeleted: { stream: 'season', kind: 'seasons', safe: ['deletedAt'], moves: 'its season', mails: true },
  SeasonRestored: { stream: 'season', kind: 'seasons', safe: [], moves: 'its season' },
  SeasonPurged: { stream: 'season', kind: 'seasons', safe: [] },
  RoundCreated: { stream: 'season', kind: 'sports', safe: ROUND, moves: 'its season' },
  RoundMovedOut: {
    stream: 'season',
    kind: 'sports',
    safe: [...ROUND, 'formerSeasonId', 'weight', 'opensAt'],
    moves: 'its season',
  },
  RoundMovedIn: {
    stream: 'season',
    kind: 'sports',
    safe: [...ROUND, 'formerSeasonId', 'weight', 'opensAt'],
    moves: 'its season',
  },
  RoundRenamed: {
    stream: 'season',
    kind: 'sports',
    safe: ['roundId', 'sportName'],
    moves: 'its season',
    mails: true,
  },
  RoundRescheduled: {
    stream: 'season',
    kind: 'sports',
    safe: ['roundId', 'locksAt', 'timeZone'],
    moves: 'its season',
    mails: true,
  },
  RoundEmailMessageChanged: { stream: 'season', kind: 'sports', safe: ['roundId'], mails: true },
  RoundPickTypeChanged: {
    stream: 'season',
    kind: 'sports',
    safe: ['roundId', 'pickType', 'picksMax', 'slotNames'],
    moves: 'its season',
    mails: true,
  },
  RoundTeamsChanged: { stream: 'season', kind: 'sports', safe: ['roundId', 'teams'] },
  RoundWeightSet: {
    stream: 'season',
    kind: 'sports',
    safe: ['roundId', 'weight'],
    moves: 'its season',
    mails: true,
  },
  TieBreakQuestionSet: { stream: 'season', kind: 'sports', safe: ['roundId'], mails: true },
  TieBreakQuestionDropped: { stream: 'season', kind: 'sports', safe: ['roundId'], mails: true },
  TieBreakAnswered: { stream: 'season', kind: 'sports', safe: ['roundId', 'value'], moves: 'its season' },
  ActivationPlanned: { stream: 'season', kind: 'sports', safe: ['roundId', 'opensAt'] },
  ActivationUnplanned: { stream: 'season', kind: 'sports', safe: ['roundId'] },
  ActivationFailed: { stream: 'season', kind: 'sports', safe: ['roundId', 'why'] },
  RoundActivated: {
    stream: 'season',
    kind: 'sports',
    safe: ['roundId', 'recipients'],
    moves: 'its season',
    mails: true,
  },
  PlayersReminded: {
    stream: 'notices',
    kind: 'sports',
    safe: ['roundId', 'seasonId', 'kind', 'recipients', 'slot'],
    mails: true,
  },
  ReminderSkipped: {
    stream: 'notices',
    kind: 'sports',
    safe: ['roundId', 'seasonId', 'kind', 'slot', 'why'],
  },
  PickLinkResent: {
    stream: 'notices',
    kind: 'sports',
    safe: ['roundId', 'seasonId', 'playerId'],
    mails: true,
  },
  PickLinkCopied: {
    stream: 'notices',
    kind: 'sports',
    safe: ['roundId', 'seasonId', 'playerId'],
    mails: true,
  },
  PicksLookedAt: {
    stream: 'season',
    kind: 'sports',
    safe: ['roundId', 'playerIds'],
    moves: 'its season',
    mails: true,
  },
  PickLinksReplaced: { stream: 'season', kind: 'sports', safe: ['roundId', 'playerId'], mails: true },
  RoundClosedEarly: { stream: 'season', kind: 'sports', safe: ['roundId', 'locksAt'], moves: 'its season' },
  RoundLocked: { stream: 'season', kind: 'sports', safe: ['roundId'], moves: 'its season', mails: true },
  RoundCompleted: {
    stream: 'season',
    kind: 'sports',
    safe: ['roundId', 'places', 'placements'],
    moves: 'its season',
    mails: true,
  },
  RoundUnlocked: { stream: 'season', kind: 'sports', safe: ['roundId'], moves: 'its season' },
  RoundCancelled: {
    stream: 'season',
    kind: 'sports',
    safe: ['roundId', 'cancelledAt'],
    moves: 'its season',
    mails: true,
  },
  RoundReinstated: { stream: 'season', kind: 'sports', safe: ['roundId'], moves: 'its season', mails: true },
  RoundDeleted: {
    stream: 'season',
    kind: 'sports',
    safe: ['roundId', 'deletedAt'],
    moves: 'its season',
    mails: true,
  },
  RoundRestored: { stream: 'season', kind: 'sports', safe: ['roundId'], moves: 'its season', mails: true },
  RoundPurged: { stream: 'season', kind: 'sports', safe: ['roundId'], moves: 'its season' },
  PickSubmitted: { stream: 'pick', kind: 'picks', safe: ['roundId', 'playerId', 'picks', 'submittedAt'] },
  PickEntered: {
    stream: 'pick',
    kind: 'picks',
    safe: ['roundId', 'playerId', 'picks', 'enteredAt'],
    mails: true,
  },
  PickEntryWithdrawn: {
    stream: 'pick',
    kind: 'picks',
    safe: ['roundId', 'playerId', 'withdrawnAt'],
    mails: true,
  },
  TieBreakGuessed: { stream: 'pick', kind: 'picks', safe: ['roundId', 'playerId', 'value', 'submittedAt'] },
  TieBreakGuessEntered: {
    stream: 'pick',
    kind: 'picks',
    safe: ['roundId', 'playerId', 'value', 'enteredAt'],
    mails: true,
  },
  PlayerAdded: { stream: 'player', kind: 'players', safe: ['playerId'] },
  PlayerRenamed: { stream: 'player', kind: 'players', safe: [], moves: 'seasons of the player' },
  PlayerEmailChanged: { stream: 'player', kind: 'players', safe: [], mails: true },
  PlayerDeactivated: {
    stream: 'player',
    kind: 'players',
    safe: [],
    // Who was active at a lock owed a pick.
    moves: 'seasons of the player',
    mails: true,
  },
  PlayerReactivated: {
    stream: 'player',
    kind: 'players',
    safe: [],
    // Who was active at a lock owed a pick.
    moves: 'seasons of the player',
    mails: true,
  },
  RemindersDeclined: { stream: 'player', kind: 'players', safe: [] },
  RemindersWelcomed: { stream: 'player', kind: 'players', safe: [] },
  PlayerRemoved: {
    stream: 'player',
    kind: 'players',
    safe: [],
    moves: 'seasons of the player',
    mails: true,
  },
  AdminAdded: { stream: 'admin', kind: 'admins', safe: ['adminId', 'isMain'] },
  AdminSetupCompleted: { stream: 'admin', kind: 'admins', safe: [] },
  AdminRenamed: { stream: 'admin', kind: 'admins', safe: [] },
  AdminEmailChanged: { stream: 'admin', kind: 'admins', safe: [] },
  AdminPasswordChanged: { stream: 'admin', kind: 'admins', safe: [] },
  AdminSignedIn: { stream: 'admin', kind: 'sign-ins', safe: ['by', 'failures', 'and', 'wrongCodes'] },
  AdminSignInLocked: { stream: 'admin', kind: 'sign-ins', safe: ['failures', 'wrongCodes'] },
  AdminLinkMailed: { stream: 'admin', kind: 'sign-ins', safe: ['link'] },
  AdminSignedOut: { stream: 'admin', kind: 'admins', safe: [] },
  SecondFactorTurnedOn: { stream: 'admin', kind: 'admins', safe: [] },
  SecondFactorTurnedOff: { stream: 'admin', kind: 'admins', safe: [] },
  SecondFactorReset: { stream: 'admin', kind: 'admins', safe: [] },
  RecoveryCodesReplaced: { stream: 'admin', kind: 'admins', safe: [] },
  AdminRemoved: { stream: 'admin', kind: 'admins', safe: [] },
  AdminEnlisted: { stream: 'admins', kind: 'admins', safe: ['adminId'] },
  AdminAddressChanged: { stream: 'admins', kind: 'admins', safe: ['adminId'] },
  AdminDelisted: { stream: 'admins', kind: 'admins', safe: ['adminId'] },
  PlayerErased: {
    stream: 'erasures',
    kind: 'players',
    safe: ['playerId', 'wasRemoved', 'activity', 'events'],
    moves: 'seasons of the player',
    mails: true,
  },
  AdminErased: { stream: 'erasures', kind: 'admins', safe: ['adminId', 'events'], mails: true },
} as const satisfies { [Event in DomainEvent as Event['type']]: EventRow<keyof Event['data']> }

export function eventRow(type: string): EventRow | null {
  return Object.hasOwn(EVENT_TABLE, type) ? EVENT_TABLE[type as DomainEvent['type']] : null
}

export type MailedType = {
  [Type in DomainEvent['type']]: (typeof EVENT_TABLE)[Type] extends { mails: true } ? Type : never
}[DomainEvent['type']]
