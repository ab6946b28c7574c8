import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../platform/database/database.ts'
import {
  type EventStore,
  type Position,
  type RecordedEvent,
  START,
} from '../../platform/event-store/event-store.ts'
import { reasonOf, StartRefusal } from '../../platform/start-refusal.ts'
import { CheckpointMoved, findCheckpoint, projectBatch } from './checkpoint.ts'
import { PoisonEvent } from './event-runs.ts'
import { rebuild } from './rebuild.ts'

const WAIT_MS = 2_000
const RETRY_MS = 1_000

export type Projector = {
  /** The last event that the read tables show. */
  position(): Position
  /** Until the read tables show this position, about two seconds at most. Answers whether they do. */
  waitFor(position: Position): Promise<boolean>
  /** Calls back whenever the read tables have moved. Answers how to stop that. */
  onMove(listener: () => void): () => void
  /** Why the projection stands still, null while it runs. */
  failure(): string | null
  stop(): Promise<void>
}

/**
 * Keeps the read tables true to the log. Any number of processes may run one: a batch is taken once. Resolves when the
 * tables are there and nothing is left of the log that was there before.
 */
export async function startProjector(options: {
  database: Database
  store: EventStore
  onError: (error: unknown) => void
}): Promise<Projector> {
  const { database, store, onError } = options
  const { kysely } = database
  let position = (await findCheckpoint(kysely, 'read')) ?? (await database.alone(makeTables))
  let failure: string | null = null
  const waiters = new Set<{ position: Position; resolve: (reached: boolean) => void }>()
  const listeners = new Set<() => void>()
  const stopping = new AbortController()

  const running = run()
  const stop = async () => {
    stopping.abort()
    await running
  }
  try {
    const head = await store.head()
    refuseAnotherLog(position, head)
    await waitFor(head, null)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    position: () => position,
    waitFor: (wanted) => waitFor(wanted, WAIT_MS),
    onMove: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    failure: () => failure,
    stop,
  }

  /** Unless another process has made them while this one waited for its turn. */
  async function makeTables() {
    return (await findCheckpoint(kysely, 'read')) ?? (await rebuild(database, store).catch(refuseToStart))
  }

  async function run() {
    while (!stopping.signal.aborted) {
      try {
        await follow().catch(goOnFromElsewhere)
      } catch (error) {
        failure = reasonForVisitors(error)
        onError(error)
        release()
        await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }

  /** Tables of another version stop this process: they belong to the one that made them. */
  async function goOnFromElsewhere(error: unknown) {
    const moved = error instanceof CheckpointMoved ? await findCheckpoint(kysely, 'read') : null
    if (moved === null) throw error
    position = moved
    failure = null
    release()
  }

  async function follow() {
    for await (const batch of store.subscribe({ after: position, signal: stopping.signal })) {
      await take(batch).catch(async (error) => {
        if (error instanceof PoisonEvent) await take(batch.slice(0, batch.indexOf(error.event)))
        throw error
      })
      failure = null
    }
  }

  async function take(batch: readonly RecordedEvent[]) {
    await projectBatch(database, 'read', batch, position)
    position = batch.at(-1)?.position ?? position
    release()
  }

  /** Lets go of everybody whose position is reached; and of all, unreached, when the projection has failed. */
  function release() {
    for (const listener of listeners) listener()
    for (const waiter of waiters) {
      if (position >= waiter.position || failure !== null) {
        waiters.delete(waiter)
        waiter.resolve(position >= waiter.position)
      }
    }
  }

  function waitFor(wanted: Position, limitMs: number | null): Promise<boolean> {
    if (position >= wanted) return Promise.resolve(true)
    return new Promise((resolve) => {
      const waiter = { position: wanted, resolve }
      waiters.add(waiter)
      if (limitMs === null) return
      const timer = setTimeout(() => {
        waiters.delete(waiter)
        resolve(false)
      }, limitMs)
      waiter.resolve = (reached) => {
        clearTimeout(timer)
        resolve(reached)
      }
    })
  }
}

/** Health is public: what a driver says of hosts and tables stays in the log. */
function reasonForVisitors(error: unknown): string {
  const isOurs = error instanceof PoisonEvent || error instanceof CheckpointMoved
  return isOurs ? error.message : 'The read tables cannot be brought up to date right now'
}

/** A checkpoint of another log would skip events of this one, or never be reached. Positions of one log are equally long. */
function refuseAnotherLog(checkpoint: Position, head: Position) {
  if (checkpoint === START || checkpoint.length === head.length) return
  throw new StartRefusal(
    'The database has followed another event log than the one that is configured: set EVENTSTORE_URL as it was, or begin with an empty database',
  )
}

/** Without tables there is nothing to serve. The event is named by its place: what it holds may be personal. */
function refuseToStart(error: unknown): never {
  if (!(error instanceof PoisonEvent)) throw error
  throw new StartRefusal(`The read tables cannot be made: ${error.message}. ${reasonOf(error.cause)}`)
}
