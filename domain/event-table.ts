import type { DomainEvent } from './domain-event.ts'

export const STREAM_KINDS = [
  ...(['settings', 'league', 'link-key', 'season', 'notices', 'pick', 'player'] as const),
  ...(['admin', 'admins', 'erasures'] as const),
]
export type StreamKind = (typeof STREAM_KINDS)[number]

export type HistoryKind = 'picks' | 'sports' | 'seasons' | 'players' | 'admins' | 'sign-ins' | 'settings'

export type EventRow<Field = string> = {
  stream: StreamKind
  kind: HistoryKind
  /** The fields without personal data, which an export without personal data may hold. */
  told: readonly Field[]
  /** Whose leaderboards the event changes. */
  moves?: 'its season' | 'seasons of the player' | 'open seasons'
  /** Whether a mail follows, or whether it changes a mail that is to be sent. */
  mails?: true
}

const ROUND = [
  ...(['roundId', 'seasonId', 'sportName', 'pickType', 'picksMax', 'locksAt', 'timeZone', 'teams'] as const),
]

/**
 * What each type of event touches. The compiler asks for a row for each type, and for its sentence, mail and undo.
 */
export const EVENT_TABLE = {
  BrandingChanged: { stream: 'settings', kind: 'settings', told: ['title', 'tagline', 'footerMessage'] },
  DefaultTimeZoneChanged: { stream: 'settings', kind: 'settings', told: ['timeZone'] },
  PointsChanged: {
    stream: 'settings',
    kind: 'settings',
    told: ['points'],
    moves: 'open seasons',
    mails: true,
  },
  RemindersChanged: {
    stream: 'settings',
    kind: 'settings',
    told: ['type', 'dailyAt', 'firstHours', 'finalHours'],
  },
  NotificationsSwitchedOn: { stream: 'settings', kind: 'settings', told: [] },
  NotificationsSwitchedOff: { stream: 'settings', kind: 'settings', told: [] },
  SecondFactorRequired: { stream: 'settings', kind: 'settings', told: [] },
  SecondFactorMadeOptional: { stream: 'settings', kind: 'settings', told: [] },
  DefaultSeasonChosen: { stream: 'league', kind: 'seasons', told: ['seasonId'] },
  DefaultSeasonCleared: { stream: 'league', kind: 'seasons', told: ['seasonId'] },
  LinkKeyReplaced: { stream: 'link-key', kind: 'settings', told: ['generation'] },
  SeasonCreated: { stream: 'season', kind: 'seasons', told: ['seasonId', 'name', 'yearStart', 'yearEnd'] },
  SeasonRenamed: { stream: 'season', kind: 'seasons', told: ['name'] },
  SeasonYearsChanged: { stream: 'season', kind: 'seasons', told: ['yearStart', 'yearEnd'] },
  CommissionerChanged: { stream: 'season', kind: 'seasons', told: [] },
  SeasonActivated: { stream: 'season', kind: 'seasons', told: [], mails: true },
  SeasonDeactivated: { stream: 'season', kind: 'seasons', told: [] },
  ParticipantAdded: {
    stream: 'season',
    kind: 'seasons',
    told: ['playerId'],
    moves: 'its season',
    mails: true,
  },
  ParticipantRemoved: { stream: 'season', kind: 'seasons', told: ['playerId'], moves: 'its season' },
  SeasonEnded: {
    stream: 'season',
    kind: 'seasons',
    told: ['endedAt', 'points', 'winners'],
    moves: 'its season',
    mails: true,
  },
  SeasonReopened: { stream: 'season', kind: 'seasons', told: [], moves: 'its season', mails: true },
  SeasonDeleted: { stream: 'season', kind: 'seasons', told: ['deletedAt'], moves: 'its season' },
  SeasonRestored: { stream: 'season', kind: 'seasons', told: [], moves: 'its season' },
  SeasonPurged: { stream: 'season', kind: 'seasons', told: [] },
  RoundCreated: { stream: 'season', kind: 'sports', told: ROUND, moves: 'its season' },
  RoundMovedOut: {
    stream: 'season',
    kind: 'sports',
    told: [...ROUND, 'formerSeasonId'],
    moves: 'its season',
  },
  RoundMovedIn: { stream: 'season', kind: 'sports', told: [...ROUND, 'formerSeasonId'], moves: 'its season' },
  RoundRenamed: { stream: 'season', kind: 'sports', told: ['roundId', 'sportName'], moves: 'its season' },
  RoundRescheduled: {
    stream: 'season',
    kind: 'sports',
    told: ['roundId', 'locksAt', 'timeZone'],
    moves: 'its season',
    mails: true,
  },
  RoundEmailMessageChanged: { stream: 'season', kind: 'sports', told: ['roundId'] },
  RoundPickTypeChanged: { stream: 'season', kind: 'sports', told: ['roundId', 'pickType', 'picksMax'] },
  RoundTeamsChanged: { stream: 'season', kind: 'sports', told: ['roundId', 'teams'] },
  RoundActivated: {
    stream: 'season',
    kind: 'sports',
    told: ['roundId', 'recipients'],
    moves: 'its season',
    mails: true,
  },
  PlayersReminded: {
    stream: 'notices',
    kind: 'sports',
    told: ['roundId', 'seasonId', 'kind', 'recipients', 'slot'],
    mails: true,
  },
  ReminderSkipped: {
    stream: 'notices',
    kind: 'sports',
    told: ['roundId', 'seasonId', 'kind', 'slot', 'why'],
  },
  PickLinkResent: {
    stream: 'notices',
    kind: 'sports',
    told: ['roundId', 'seasonId', 'playerId'],
    mails: true,
  },
  PickLinkCopied: { stream: 'notices', kind: 'sports', told: ['roundId', 'seasonId', 'playerId'] },
  RoundClosedEarly: { stream: 'season', kind: 'sports', told: ['roundId', 'locksAt'], moves: 'its season' },
  RoundLocked: { stream: 'season', kind: 'sports', told: ['roundId'], moves: 'its season', mails: true },
  RoundCompleted: {
    stream: 'season',
    kind: 'sports',
    told: ['roundId', 'places', 'placements'],
    moves: 'its season',
    mails: true,
  },
  RoundUnlocked: { stream: 'season', kind: 'sports', told: ['roundId'], moves: 'its season' },
  RoundDeleted: { stream: 'season', kind: 'sports', told: ['roundId', 'deletedAt'], moves: 'its season' },
  RoundRestored: { stream: 'season', kind: 'sports', told: ['roundId'], moves: 'its season', mails: true },
  RoundPurged: { stream: 'season', kind: 'sports', told: ['roundId'], moves: 'its season' },
  PickSubmitted: { stream: 'pick', kind: 'picks', told: ['roundId', 'playerId', 'picks', 'submittedAt'] },
  PickEntered: {
    stream: 'pick',
    kind: 'picks',
    told: ['roundId', 'playerId', 'picks', 'enteredAt'],
    mails: true,
  },
  PickEntryWithdrawn: { stream: 'pick', kind: 'picks', told: ['roundId', 'playerId', 'withdrawnAt'] },
  PlayerAdded: { stream: 'player', kind: 'players', told: ['playerId'] },
  PlayerRenamed: { stream: 'player', kind: 'players', told: [], moves: 'seasons of the player' },
  PlayerEmailChanged: { stream: 'player', kind: 'players', told: [], mails: true },
  PlayerDeactivated: { stream: 'player', kind: 'players', told: [] },
  PlayerReactivated: { stream: 'player', kind: 'players', told: [], mails: true },
  RemindersDeclined: { stream: 'player', kind: 'players', told: [] },
  RemindersWelcomed: { stream: 'player', kind: 'players', told: [] },
  PlayerRemoved: { stream: 'player', kind: 'players', told: [], moves: 'seasons of the player' },
  AdminAdded: { stream: 'admin', kind: 'admins', told: ['adminId', 'isMain'] },
  AdminSetupCompleted: { stream: 'admin', kind: 'admins', told: [] },
  AdminRenamed: { stream: 'admin', kind: 'admins', told: [] },
  AdminEmailChanged: { stream: 'admin', kind: 'admins', told: [] },
  AdminPasswordChanged: { stream: 'admin', kind: 'admins', told: [] },
  AdminSignedIn: { stream: 'admin', kind: 'sign-ins', told: ['by', 'failures', 'and', 'wrongCodes'] },
  AdminSignInLocked: { stream: 'admin', kind: 'sign-ins', told: ['failures', 'wrongCodes'] },
  AdminLinkMailed: { stream: 'admin', kind: 'sign-ins', told: ['link'] },
  AdminSignedOut: { stream: 'admin', kind: 'admins', told: [] },
  SecondFactorTurnedOn: { stream: 'admin', kind: 'admins', told: [] },
  SecondFactorTurnedOff: { stream: 'admin', kind: 'admins', told: [] },
  SecondFactorReset: { stream: 'admin', kind: 'admins', told: [] },
  RecoveryCodesReplaced: { stream: 'admin', kind: 'admins', told: [] },
  AdminRemoved: { stream: 'admin', kind: 'admins', told: [] },
  AdminEnlisted: { stream: 'admins', kind: 'admins', told: ['adminId'] },
  AdminAddressChanged: { stream: 'admins', kind: 'admins', told: ['adminId'] },
  AdminDelisted: { stream: 'admins', kind: 'admins', told: ['adminId'] },
  PlayerErased: {
    stream: 'erasures',
    kind: 'players',
    told: ['playerId', 'wasRemoved', 'digests'],
    moves: 'seasons of the player',
    mails: true,
  },
  AdminErased: { stream: 'erasures', kind: 'admins', told: ['adminId', 'digests'], mails: true },
} as const satisfies { [Event in DomainEvent as Event['type']]: EventRow<keyof Event['data']> }

export function eventRow(type: string): EventRow | null {
  return Object.hasOwn(EVENT_TABLE, type) ? EVENT_TABLE[type as DomainEvent['type']] : null
}

export type MailedType = {
  [Type in DomainEvent['type']]: (typeof EVENT_TABLE)[Type] extends { mails: true } ? Type : never
}[DomainEvent['type']]
