import type { DomainEvent } from '../../domain/domain-event.ts'
import type { EventMetadata } from '../../domain/event.ts'
import { type EVENT_TABLE, eventRow } from '../../domain/event-table.ts'
import { type StreamKind, streamIdOf } from '../../domain/stream-id.ts'
import type { Position } from '../../platform/event-store/event-store.ts'

/** An event where it stands in the log. */
export type LoggedEvent = DomainEvent & {
  id: string
  stream: string
  revision: number
  position: Position
  metadata: EventMetadata
}

/** An event that stands in a stream of this kind. */
export type EventIn<Kind extends StreamKind> = LoggedEvent & { type: TypeIn<Kind> }

type TypeIn<Kind extends StreamKind> = {
  [Type in DomainEvent['type']]: (typeof EVENT_TABLE)[Type]['stream'] extends Kind ? Type : never
}[DomainEvent['type']]

export const isIn = <Kind extends StreamKind>(event: LoggedEvent, kind: Kind): event is EventIn<Kind> =>
  eventRow(event.type)?.stream === kind

export type LoggedPick = EventIn<'pick'>

export const isPick = (event: LoggedEvent): event is LoggedPick => isIn(event, 'pick')

/** The id of the aggregate whose stream the event stands in: 7 for `season-7`. */
export function idIn({ stream }: { stream: string }): number {
  return streamIdOf(stream).ids[0] ?? 0
}

/** The round that an event is about; null for any other. */
export function roundIdOf({ data }: DomainEvent): number | null {
  return 'roundId' in data ? data.roundId : null
}
