import { type Static, Type } from 'typebox'
import { refused } from '../../domain/refusal.ts'
import { read, section } from './endpoint.ts'
import { Choice, Id, Instant, Nullable, Uuid } from './schema.ts'

export const HistoryKind = Choice(
  'kind',
  ['picks', 'sports', 'seasons', 'players', 'admins', 'sign-ins', 'settings'],
  '',
)

const Day = (name: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,3})?)?Z)?$',
    'x-refusal': refused('day-invalid', { name }),
  })

const EventId = Uuid(refused('event-id-invalid'))

const filters = {
  season: Type.Optional(Id),
  /** With a player as well: what that player did there, and what happened to the whole sport. */
  round: Type.Optional(Id),
  player: Type.Optional(Id),
  admin: Type.Optional(Id),
  kind: Type.Optional(HistoryKind),
  /** The first day, or from this instant on. Days are those of UTC. */
  from: Type.Optional(Day('from')),
  /** The last day, or until before this instant. */
  to: Type.Optional(Day('to')),
}

export const HistoryFilters = Type.Object(filters)

const HistoryQuery = Type.Object({
  ...filters,
  before: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, 'x-refusal': refused('position-invalid') }),
  ),
  event: Type.Optional(EventId),
  command: Type.Optional(Uuid(refused('command-id-invalid'))),
  /** One entry for all that one command did. Narrowed to a player, each entry is one event. */
  per: Type.Optional(Choice('per', ['event', 'command'], '')),
})

export const HistoryEntry = Type.Object({
  position: Type.String(),
  eventId: Type.String(),
  type: Type.String(),
  kind: HistoryKind,
  sentence: Type.String(),
  occurredAt: Instant,
  actor: Type.Object({
    kind: Type.Enum(['admin', 'player', 'scheduler', 'system']),
    id: Nullable(Id),
    name: Type.String(),
  }),
  reason: Nullable(Type.String()),
  /** It changed a point, a rank or a deadline, and nobody said why. */
  lacksReason: Type.Boolean(),
  /** Shared by everything that one command did. Of a pick that is sealed from admins the id of the event instead. */
  commandId: Type.String(),
  /** How many events it tells; there only with `per=command`, and only where it is more than one. */
  count: Type.Optional(Type.Integer()),
  /** The events that it tells are of several types. No single undo takes all of them back. */
  mixed: Type.Optional(Type.Boolean()),
  /** The undo that took it back, and how many of its events that was. Of several undos the last. */
  undoneBy: Type.Optional(
    Type.Object({ eventId: Type.String(), occurredAt: Instant, name: Type.String(), count: Type.Integer() }),
  ),
  undoes: Type.Optional(Type.Object({ eventId: Type.String(), sentence: Type.String() })),
  seasonId: Nullable(Id),
  roundId: Nullable(Id),
  playerId: Nullable(Id),
  changes: Type.Optional(
    Type.Array(Type.Object({ field: Type.String(), before: Type.String(), after: Type.String() })),
  ),
})

/** Newest first. `next` is the `before` of the page that follows, null on the last one. */
const HistoryPage = Type.Object({ entries: Type.Array(HistoryEntry), next: Nullable(Type.String()) })

export const EventParams = Type.Object({ eventId: EventId })

const RawEvent = Type.Object({
  eventId: Type.String(),
  stream: Type.String(),
  revision: Type.Integer(),
  position: Type.String(),
  type: Type.String(),
  data: Type.Unknown(),
  metadata: Type.Unknown(),
  recordedAt: Instant,
})

const Csv = {
  content: { 'text/csv': { schema: Type.Unsafe<unknown>(Type.String()) } },
}

export const historyEndpoints = section('History', 'admin', {
  'GET /admin/history': read(
    HistoryPage,
    'Read the history. Returns a page of at most 50 entries, newest first; send `next` back as `before` for the next page. With `per=command`, each command is one entry, with a `count` if it made several events; `command` lists them. `event` asks for one event alone. Filters can be combined. Only the main admin sees what concerns the accounts of admins.',
    { querystring: HistoryQuery },
  ),
  'GET /admin/history.csv': read(
    Csv,
    'Download the history as CSV. Returns every entry that the filters let through, newest first, as a file. What was picked for a sport that is not locked yet is left out.',
    { querystring: HistoryFilters },
  ),
  'GET /admin/history/{eventId}': read(
    RawEvent,
    'Read one event of the log. Returns the event as the log holds it, with its metadata.',
    { params: EventParams },
  ),
})

export type HistoryKind = Static<typeof HistoryKind>
export type HistoryFilters = Static<typeof HistoryFilters>
export type HistoryEntry = Static<typeof HistoryEntry>
