import { ADMIN_EVENTS, ADMINS_EVENTS, ERASURE_EVENTS } from './admins/admin-events.ts'
import { CHAMPION_EVENTS } from './champions/champion-events.ts'
import type { DomainEvent } from './domain-event.ts'
import type { Descriptor, HistoryKind } from './event-descriptor.ts'
import { MESSAGE_EVENTS } from './messages/message-events.ts'
import { PICK_EVENTS } from './picks/pick-events.ts'
import { PLAYER_EVENTS } from './players/player-events.ts'
import { NOTICE_EVENTS } from './rounds/asking-events.ts'
import { ROUND_EVENTS } from './rounds/round-events.ts'
import { SEASON_EVENTS } from './seasons/season-events.ts'
import {
  INSTALLATION_EVENTS,
  LEAGUE_EVENTS,
  LINK_KEY_EVENTS,
  SETTINGS_EVENTS,
} from './settings/settings-events.ts'
import type { StreamKind } from './stream-id.ts'

/** One descriptor for each type of event, with the stream of its aggregate. The compiler asks for each. */
export const EVENT_TABLE = {
  ...inStream('settings', 'settings', SETTINGS_EVENTS),
  ...inStream('league', 'seasons', LEAGUE_EVENTS),
  ...inStream('link-key', 'settings', LINK_KEY_EVENTS),
  ...inStream('installation', 'settings', INSTALLATION_EVENTS),
  ...inStream('season', 'seasons', SEASON_EVENTS),
  ...inStream('season', 'sports', ROUND_EVENTS),
  ...inStream('notices', 'sports', NOTICE_EVENTS),
  ...inStream('pick', 'picks', PICK_EVENTS),
  ...inStream('player', 'players', PLAYER_EVENTS),
  ...inStream('champion', 'seasons', CHAMPION_EVENTS),
  ...inStream('message', 'seasons', MESSAGE_EVENTS),
  ...inStream('admin', 'admins', ADMIN_EVENTS),
  ...inStream('admins', 'admins', ADMINS_EVENTS),
  ...inStream('erasures', 'admins', ERASURE_EVENTS),
} satisfies Record<DomainEvent['type'], object>

function inStream<Stream extends StreamKind, Table extends object>(
  stream: Stream,
  kind: HistoryKind,
  table: Table,
) {
  const rows = Object.entries(table).map(([type, row]) => [type, { stream, kind, ...row }])
  return Object.fromEntries(rows) as {
    [Type in keyof Table]: Table[Type] & { stream: Stream; kind: HistoryKind }
  }
}

type EventDescriptor = Descriptor<DomainEvent, unknown, unknown> & { stream: StreamKind; kind: HistoryKind }

export const descriptorOf = (type: DomainEvent['type']): EventDescriptor =>
  EVENT_TABLE[type] as EventDescriptor

export const findDescriptor = (type: string): EventDescriptor | null =>
  Object.hasOwn(EVENT_TABLE, type) ? descriptorOf(type as DomainEvent['type']) : null
