import type { DomainEvent } from '#domain/domain-event'
import type { RecordedEvent } from './event-store.ts'

/** What a file says of itself that leaves nothing out. */
export const COMPLETE_NOTES = [
  'Names, addresses and the picks of sports that are not locked yet are in this file, so that it can be restored.',
  'Only the main admin and whoever runs the server can make it: keep it safe.',
]

/** What one without personal data says. */
export const LEFT_OUT_NOTES = [
  'Names and addresses of players and admins are replaced by neutral ones, such as "Player 12".',
  'Ids are as they were: "Player 12" is the player with the id 12 of the public standings.',
  'Picks of sports that are not locked yet are left out.',
  'Commissioners, messages to players and reasons are left out, because they may name somebody.',
  'Seals are left out: they are over the events as they were.',
  'What people picked for other sports, and the names of seasons, sports and teams, are as they were.',
]

type Data = Record<string, unknown>

/** The round of which an event holds a pick, null for any other event. */
export function pickedRound({ stream }: RecordedEvent): number | null {
  const [, roundId] = /^pick-(\d+)-\d+$/.exec(stream) ?? []
  return roundId === undefined ? null : Number(roundId)
}

/** The same event without anybody's name, address or words. */
export function withoutPersonalData(event: RecordedEvent): RecordedEvent {
  const { reason, ...metadata } = event.metadata
  const kept: readonly string[] = KEPT[event.type as DomainEvent['type']] ?? []
  const data = Object.fromEntries(
    Object.entries(event.data as Data).map(([key, value]) => [
      key,
      kept.includes(key) ? value : neutral(event, key, value),
    ]),
  )
  return { ...event, metadata, data }
}

/** A copy must still be a league: each person and address there gets a name and an address of its own. */
function neutral({ stream, data }: RecordedEvent, key: string, value: unknown): unknown {
  if (value === null) return null
  if (key === 'addressKey') return `left-out-${(data as Data).adminId}`
  const [, kind, id] = /^(player|admin)-(\d+)$/.exec(stream) ?? []
  if (kind === undefined) return null
  if (key === 'name') return `${kind === 'player' ? 'Player' : 'Admin'} ${id}`
  return key === 'email' ? `${kind}-${id}@example.invalid` : null
}

/** What says nothing about a person, by type of event. Everything else is left out, so that a new value leaks nothing. */
const KEPT: { readonly [Type in DomainEvent['type']]: readonly KeyOf<Type>[] } = {
  BrandingChanged: ['title', 'tagline', 'footerMessage'],
  DefaultTimeZoneChanged: ['timeZone'],
  PointsChanged: ['points'],
  RemindersChanged: ['type', 'dailyAt', 'firstHours', 'finalHours'],
  NotificationsSwitchedOn: [],
  NotificationsSwitchedOff: [],
  DefaultSeasonChosen: ['seasonId'],
  DefaultSeasonCleared: ['seasonId'],
  LinkKeyReplaced: ['generation'],
  SeasonCreated: ['seasonId', 'name', 'yearStart', 'yearEnd'],
  SeasonRenamed: ['name'],
  SeasonYearsChanged: ['yearStart', 'yearEnd'],
  CommissionerChanged: [],
  SeasonActivated: [],
  SeasonDeactivated: [],
  ParticipantAdded: ['playerId'],
  ParticipantRemoved: ['playerId'],
  SeasonEnded: ['endedAt', 'points', 'winners'],
  SeasonReopened: [],
  SeasonDeleted: ['deletedAt'],
  SeasonRestored: [],
  SeasonPurged: [],
  RoundCreated: [
    ...(['roundId', 'seasonId', 'sportName', 'pickType', 'picksMax', 'locksAt'] as const),
    ...(['timeZone', 'teams'] as const),
  ],
  RoundRenamed: ['sportName'],
  RoundRescheduled: ['locksAt', 'timeZone'],
  RoundEmailMessageChanged: [],
  RoundPickTypeChanged: ['pickType', 'picksMax'],
  RoundTeamsChanged: ['teams'],
  RoundActivated: ['recipients'],
  PlayersReminded: ['kind', 'recipients', 'slot'],
  ReminderSkipped: ['kind', 'slot', 'why'],
  PickLinkResent: ['playerId'],
  PickLinkCopied: ['playerId'],
  RoundLocked: ['lockedAt'],
  RoundCompleted: ['places', 'placements'],
  RoundUnlocked: [],
  RoundDeleted: ['deletedAt'],
  RoundRestored: [],
  RoundPurged: [],
  PickSubmitted: ['roundId', 'playerId', 'picks', 'submittedAt'],
  PickEntered: ['roundId', 'playerId', 'picks', 'enteredAt'],
  PickEntryWithdrawn: ['roundId', 'playerId', 'withdrawnAt'],
  PlayerAdded: ['playerId'],
  PlayerRenamed: [],
  PlayerEmailChanged: [],
  PlayerDeactivated: [],
  PlayerReactivated: [],
  RemindersDeclined: [],
  RemindersWelcomed: [],
  PlayerRemoved: [],
  AdminAdded: ['adminId', 'isMain'],
  AdminSetupCompleted: [],
  AdminRenamed: [],
  AdminEmailChanged: [],
  AdminPasswordChanged: [],
  AdminSignedOut: [],
  AdminRemoved: [],
  AdminEnlisted: ['adminId'],
  AdminAddressChanged: ['adminId'],
  AdminDelisted: ['adminId'],
  PlayerErased: ['playerId', 'wasRemoved', 'digests'],
  AdminErased: ['adminId', 'digests'],
}

type KeyOf<Type> = keyof Extract<DomainEvent, { type: Type }>['data']
