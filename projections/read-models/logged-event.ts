import type { DomainEvent } from '../../domain/domain-event.ts'
import type { EventMetadata } from '../../domain/event.ts'
import { type EVENT_TABLE, findDescriptor } from '../../domain/event-table.ts'
import type { StreamKind } from '../../domain/stream-id.ts'
import type { Position } from '../../platform/event-store/event-store.ts'

export type LoggedEvent = DomainEvent & {
  id: string
  stream: string
  revision: number
  position: Position
  metadata: EventMetadata
}

export type EventIn<Kind extends StreamKind> = LoggedEvent & { type: TypeIn<Kind> }

type TypeIn<Kind extends StreamKind> = {
  [Type in DomainEvent['type']]: (typeof EVENT_TABLE)[Type]['stream'] extends Kind ? Type : never
}[DomainEvent['type']]

export const isIn = <Kind extends StreamKind>(event: LoggedEvent, kind: Kind): event is EventIn<Kind> =>
  findDescriptor(event.type)?.stream === kind

export type LoggedPick = EventIn<'pick'>

export const isPick = (event: LoggedEvent): event is LoggedPick => isIn(event, 'pick')

export function roundIdOf({ data }: DomainEvent): number | null {
  return 'roundId' in data ? (data.roundId ?? null) : null
}
