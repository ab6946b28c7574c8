import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable } from './schema.ts'

export const HistoryKind = Type.Enum(['picks', 'sports', 'seasons', 'players', 'admins', 'settings'], {
  'x-sentence': 'kind must be picks, sports, seasons, players, admins or settings',
})

const Day = (name: string) =>
  Type.String({
    pattern: '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,3})?)?Z)?$',
    'x-sentence': `${name} must be a day, like 2027-03-14, or an instant, like 2027-03-14T19:30:00Z`,
  })

const filters = {
  season: Type.Optional(Id),
  /** With a player as well: what that player did there, and what happened to the whole sport. */
  round: Type.Optional(Id),
  player: Type.Optional(Id),
  /** What this admin did, and what was done to this admin. */
  admin: Type.Optional(Id),
  kind: Type.Optional(HistoryKind),
  /** The first day, or from this instant on. Days are those of UTC. */
  from: Type.Optional(Day('from')),
  /** The last day, or until before this instant. */
  to: Type.Optional(Day('to')),
}

export const HistoryFilters = Type.Object(filters)

export const HistoryQuery = Type.Object({
  ...filters,
  /** The `next` of the page before. */
  before: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, 'x-sentence': 'before must be a position' }),
  ),
})

export const HistoryEntry = Type.Object({
  /** Opaque; sorts as text, later events behind earlier ones. */
  position: Type.String(),
  eventId: Type.String(),
  type: Type.String(),
  kind: HistoryKind,
  /** Who did what, with what was before, in words. */
  sentence: Type.String(),
  occurredAt: Instant,
  actor: Type.Object({
    kind: Type.Enum(['admin', 'player', 'scheduler', 'system']),
    id: Nullable(Id),
    name: Type.String(),
  }),
  /** Why, in the admin's own words. */
  reason: Nullable(Type.String()),
  /** Shared by everything that one command did. */
  commandId: Type.String(),
  seasonId: Nullable(Id),
  roundId: Nullable(Id),
  playerId: Nullable(Id),
  /** Missing where nothing was another value before. */
  changes: Type.Optional(
    Type.Array(Type.Object({ field: Type.String(), before: Type.String(), after: Type.String() })),
  ),
})

/** Newest first. `next` is the `before` of the page behind, null on the last one. */
export const HistoryPage = Type.Object({
  entries: Type.Array(HistoryEntry),
  next: Nullable(Type.String()),
})

export const EventParams = Type.Object({
  eventId: Type.String({
    pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
    'x-sentence': 'This is not the id of an event',
  }),
})

/** The event as the log holds it. */
export const RawEvent = Type.Object({
  eventId: Type.String(),
  stream: Type.String(),
  /** Counts from 0 in its stream. */
  revision: Type.Integer(),
  position: Type.String(),
  type: Type.String(),
  data: Type.Unknown(),
  metadata: Type.Unknown(),
  recordedAt: Instant,
})

export type HistoryKind = Static<typeof HistoryKind>
export type HistoryFilters = Static<typeof HistoryFilters>
export type HistoryEntry = Static<typeof HistoryEntry>
export type HistoryPage = Static<typeof HistoryPage>
export type RawEvent = Static<typeof RawEvent>
