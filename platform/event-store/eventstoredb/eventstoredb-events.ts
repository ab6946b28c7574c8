import type {
  JSONEventData,
  JSONEventType,
  RecordedEvent as ServerEvent,
  Position as ServerPosition,
} from '@eventstore/db-client'
import { eventJson } from '../event-json.ts'
import { type NewEvent, type Position, type RecordedEvent, START } from '../event-store.ts'

const DIGITS = 19
const POSITION = new RegExp(`^(\\d{${DIGITS}})(\\d{${DIGITS}})$`)

/** The server forgets which events came together, so each one says it. */
type AppendPlace = { index: number; size: number }

export type StoredEvent = { event: RecordedEvent; place: AppendPlace }

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

/** Null for an event of another prefix, of another program, or of the server. */
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

export function positionText(position: ServerPosition | undefined): Position {
  const text = [position?.commit, position?.prepare].map((part) => `${part}`.padStart(DIGITS, '0')).join('')
  if (!POSITION.test(text))
    throw new Error('The event store does not say the positions of its events: it is too old')
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
