import { admin } from '#domain/admin'
import { admins } from '#domain/admins'
import type { DomainEvent } from '#domain/domain-event'
import { erasures } from '#domain/erasure'
import { league } from '#domain/league'
import { linkKey } from '#domain/link-key'
import { pick } from '#domain/pick'
import { player } from '#domain/player'
import { round } from '#domain/round'
import { season } from '#domain/season'
import { settings } from '#domain/settings'
import type { RecordedEvent } from '#platform/event-store'

type Fold = { initial: unknown; evolve: (state: never, event: never) => unknown }

/** By the beginning of the stream's name. */
const FOLDS = {
  admin,
  admins,
  erasures,
  league,
  linkKey,
  pick,
  player,
  round,
  season,
  settings,
} satisfies Record<string, Fold>

/** Where each type of event stands; the compiler finds the one that is missing here. */
const STREAM_OF: Record<DomainEvent['type'], keyof typeof FOLDS> = {
  AdminAdded: 'admin',
  AdminSetupCompleted: 'admin',
  AdminRenamed: 'admin',
  AdminEmailChanged: 'admin',
  AdminPasswordChanged: 'admin',
  AdminSignedOut: 'admin',
  AdminSignedIn: 'admin',
  SecondFactorTurnedOn: 'admin',
  SecondFactorTurnedOff: 'admin',
  SecondFactorReset: 'admin',
  RecoveryCodesReplaced: 'admin',
  AdminSignInLocked: 'admin',
  AdminLinkMailed: 'admin',
  AdminRemoved: 'admin',
  AdminEnlisted: 'admins',
  AdminAddressChanged: 'admins',
  AdminDelisted: 'admins',
  BrandingChanged: 'settings',
  DefaultTimeZoneChanged: 'settings',
  PointsChanged: 'settings',
  RemindersChanged: 'settings',
  NotificationsSwitchedOn: 'settings',
  NotificationsSwitchedOff: 'settings',
  SecondFactorRequired: 'settings',
  SecondFactorMadeOptional: 'settings',
  DefaultSeasonChosen: 'league',
  DefaultSeasonCleared: 'league',
  LinkKeyReplaced: 'linkKey',
  SeasonCreated: 'season',
  SeasonRenamed: 'season',
  SeasonYearsChanged: 'season',
  CommissionerChanged: 'season',
  SeasonActivated: 'season',
  SeasonDeactivated: 'season',
  ParticipantAdded: 'season',
  ParticipantRemoved: 'season',
  SeasonEnded: 'season',
  SeasonReopened: 'season',
  SeasonDeleted: 'season',
  SeasonRestored: 'season',
  SeasonPurged: 'season',
  RoundCreated: 'round',
  RoundMoved: 'round',
  RoundRenamed: 'round',
  RoundRescheduled: 'round',
  RoundEmailMessageChanged: 'round',
  RoundPickTypeChanged: 'round',
  RoundTeamsChanged: 'round',
  RoundActivated: 'round',
  PlayersReminded: 'round',
  ReminderSkipped: 'round',
  PickLinkResent: 'round',
  PickLinkCopied: 'round',
  RoundLocked: 'round',
  RoundCompleted: 'round',
  RoundUnlocked: 'round',
  RoundDeleted: 'round',
  RoundRestored: 'round',
  RoundPurged: 'round',
  PickSubmitted: 'pick',
  PickEntered: 'pick',
  PickEntryWithdrawn: 'pick',
  PlayerAdded: 'player',
  PlayerRenamed: 'player',
  PlayerEmailChanged: 'player',
  PlayerDeactivated: 'player',
  PlayerReactivated: 'player',
  RemindersDeclined: 'player',
  RemindersWelcomed: 'player',
  PlayerRemoved: 'player',
  PlayerErased: 'erasures',
  AdminErased: 'erasures',
}

/** Every type of event that there is. */
export const EVENT_TYPES: readonly string[] = Object.keys(STREAM_OF)

/** For the record alone: no state follows from them. */
const ONLY_TOLD: ReadonlySet<string> = new Set<DomainEvent['type']>([
  'PlayersReminded',
  'PickLinkResent',
  'PickLinkCopied',
  'AdminPasswordChanged',
  'AdminSignedOut',
  'AdminSignedIn',
  'AdminLinkMailed',
  'SecondFactorTurnedOn',
  'SecondFactorTurnedOff',
  'SecondFactorReset',
  'RecoveryCodesReplaced',
])

/** What is wrong with the log: an unknown type, a stream where it does not belong, an event that changes nothing. */
export function problemsOfLog(events: readonly RecordedEvent[]): string[] {
  const states = new Map<string, unknown>()
  return events.flatMap((event) => {
    const { stream, type, data } = event
    const kind = (STREAM_OF as Record<string, keyof typeof FOLDS | undefined>)[type]
    if (kind === undefined) return [`${type} in ${stream} is unknown`]
    if (!new RegExp(`^${kind}(-\\d+)*$`).test(stream)) return [`${type} does not belong in ${stream}`]
    const { initial, evolve }: Fold = FOLDS[kind]
    const before = states.get(stream) ?? initial
    const after = evolve(before as never, event as never)
    states.set(stream, after)
    const changesNothing = JSON.stringify(plain(before)) === JSON.stringify(plain(after))
    return changesNothing && !ONLY_TOLD.has(type)
      ? [`${type} in ${stream} changes nothing: ${JSON.stringify(data)}`]
      : []
  })
}

/** Sets and maps as lists, so that they can be compared. */
function plain(state: unknown): unknown {
  if (state instanceof Set || state instanceof Map) return [...state]
  if (typeof state !== 'object' || state === null || Array.isArray(state)) return state
  return Object.fromEntries(Object.entries(state).map(([key, value]) => [key, plain(value)]))
}
