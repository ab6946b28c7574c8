import type {
  JSONEventData,
  JSONEventType,
  RecordedEvent as ServerEvent,
  Position as ServerPosition,
} from '@eventstore/db-client'
import { eventJson } from '../event-json.ts'
import { type NewEvent, type Position, type RecordedEvent, START } from '../event-store.ts'

/** As many digits as a 64-bit integer can have, so that positions sort as text. */
const DIGITS = 19
const POSITION = new RegExp(`^(\\d{${DIGITS}})(\\d{${DIGITS}})$`)

/** Where an event stands in its append. The server forgets which events came together, so each one says it. */
type AppendPlace = { index: number; size: number }

export type StoredEvent = { event: RecordedEvent; place: AppendPlace }

/** The events of one append as the server takes them. Throws UnstorableEvent. */
export function serverEvents(events: readonly NewEvent[]): JSONEventData<JSONEventType>[] {
  const size = events.length
  return events.map(({ id, type, data, metadata }, index) => ({
    id,
    type,
    contentType: 'application/json',
    data: JSON.parse(eventJson(data)),
    metadata: { ...JSON.parse(eventJson(metadata)), append: { index, size } },
  }))
}

/** Null for an event that was not appended through this port, to a stream with this prefix: somebody else's, or the server's own. */
export function storedEvent(event: ServerEvent | undefined, prefix: string): StoredEvent | null {
  if (!event?.streamId.startsWith(prefix) || !hasAppendPlace(event.metadata)) return null
  const { append: place, ...metadata } = event.metadata
  return {
    place,
    event: {
      id: event.id,
      type: event.type,
      data: event.data,
      metadata,
      stream: event.streamId.slice(prefix.length),
      revision: Number(event.revision),
      position: positionText(event.position),
      recordedAt: event.created.toISOString(),
    },
  }
}

/** Commit and prepare position, each with leading zeros. Throws on a server too old to name them. */
export function positionText(position: ServerPosition | undefined): Position {
  const text = [position?.commit, position?.prepare].map((part) => `${part}`.padStart(DIGITS, '0')).join('')
  if (!POSITION.test(text))
    throw new Error('The event store does not say where its events stand: it is too old')
  return text
}

/** Throws RangeError on the position of another kind of log. */
export function serverPosition(position: Position): ServerPosition | 'start' {
  if (position === START) return 'start'
  const [, commit, prepare] = POSITION.exec(position) ?? []
  if (!commit || !prepare) throw new RangeError(`${position} is not a position in EventStoreDB`)
  return { commit: BigInt(commit), prepare: BigInt(prepare) }
}

type OurMetadata = RecordedEvent['metadata'] & { append: AppendPlace }

function hasAppendPlace(metadata: unknown): metadata is OurMetadata {
  if (typeof metadata !== 'object' || metadata === null || !('append' in metadata)) return false
  const { append } = metadata
  return typeof append === 'object' && append !== null && 'index' in append && 'size' in append
}
