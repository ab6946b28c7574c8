import { StartRefusal } from '../start-refusal.ts'
import { type EventStore, type Position, type RecordedEvent, START, StreamTombstoned } from './event-store.ts'

export type Checkpoint = {
  position: Position
  stream: string | null
  revision: number | null
  event_id: string | null
}

export const AT_START: Checkpoint = { position: START, stream: null, revision: null, event_id: null }

export const checkpointAt = ({ position, stream, revision, id }: RecordedEvent): Checkpoint => ({
  ...{ position, stream, revision, event_id: id },
})

export class LogLacksEvents extends StartRefusal {
  constructor() {
    super(
      'The event log lacks events that the database has taken: restore the backups of both that belong together, set EVENTSTORE_URL as it was, or see what is missing with npm run restore-check',
    )
    this.name = 'LogLacksEvents'
  }
}

type Log = Pick<EventStore, 'head' | 'read'>

/** Throws LogLacksEvents unless the event of the checkpoint is in the log, where it was. */
export async function requireInLog(store: Log, checkpoint: Checkpoint): Promise<void> {
  if (!(await isInLog(store, checkpoint))) throw new LogLacksEvents()
}

export async function isInLog(store: Log, checkpoint: Checkpoint): Promise<boolean> {
  const { position, stream, revision, event_id } = checkpoint
  if (position === START) return true
  const head = await store.head()
  if (position.length !== head.length || position > head) return false
  if (stream === null || revision === null) return true
  try {
    const [event] = await store.read(stream, revision)
    return event?.id === event_id && event?.position === position
  } catch (error) {
    // The events of an erased person are gone, and the log says so later.
    if (error instanceof StreamTombstoned) return true
    throw error
  }
}
