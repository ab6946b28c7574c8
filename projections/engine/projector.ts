import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../platform/database/database.ts'
import { AT_START, LogLacksEvents, requireInLog } from '../../platform/event-store/checkpoint.ts'
import {
  type EventStore,
  EventStoreUnavailable,
  type Position,
  type RecordedEvent,
  START,
} from '../../platform/event-store/event-store.ts'
import { statesIn } from '../../platform/event-store/states.ts'
import { gather } from '../../platform/gather.ts'
import { asOne } from '../../platform/in-batches.ts'
import { createNotifier } from '../../platform/notifier.ts'
import { leftMs } from '../../platform/request-scope.ts'
import { reasonOf, StartRefusal } from '../../platform/start-refusal.ts'
import { createTables, findCheckpoint, findPosition, readSchema } from './checkpoint.ts'
import { finishTables } from './finish-tables.ts'
import type { CheckpointTables } from './read-model.ts'
import { takeInSlices } from './replay.ts'
import { CheckpointMoved, PoisonEvent, takeBatch } from './take-batch.ts'
import { READ_SCHEMA } from './version.ts'

const WAIT_MS = 2_000
/** What a request needs after the wait. */
const ANSWER_MS = 300
const RETRY_MS = 1_000
/** Between two batches that nobody waits for. */
const REST_MS = 25
/** So long other processes may not have heard of a move. Whoever is told that something is saved has waited for as long. */
const LEASE_MS = 10
/** Read on while the tables are behind. */
const GATHERED_MAX = 2_000

export type Projector = {
  /** The last event that the read tables show. */
  position(): Position
  /** Until the read tables show this position, about two seconds at most. Answers whether they do. */
  waitFor(position: Position): Promise<boolean>
  /** Somebody was told that this is saved, before the read tables show it. */
  noteAnswered(position: Position): void
  /** Until the read tables show all that was noted; null when they do. */
  showAnswered(): Promise<boolean> | null
  /**
   * How often the read tables have moved, by whatever process. Whatever was read since it was told is true for as long as it
   * tells the same.
   */
  moves(): number | Promise<number>
  /** Call when the tables were swapped for others in this process. */
  noteSwap(): void
  /** Calls back whenever the read tables have moved. Answers how to stop that. */
  onMove(listener: () => void): () => void
  /** Why the projection is at a stop, null while it runs. */
  failure(): string | null
  /**
   * Until the tables have shown all that was in the log at the start. Throws StartRefusal for a log that is another one, and for
   * new tables that cannot be built.
   */
  ready: Promise<void>
  stop(): Promise<void>
}

export type ProjectorOptions = {
  database: Database
  store: EventStore
  onError: (error: unknown) => void
  /** The tables of this version of the read models. */
  schema?: string
}

/**
 * Keeps the read tables of its version true to the log, and builds them first where there are none. Any number of processes
 * may run one: a batch is taken once.
 */
export async function openProjector(options: ProjectorOptions): Promise<Projector> {
  const { database, store, onError, schema = READ_SCHEMA } = options
  const { kysely, locks } = database
  // As long as this process holds it, nobody drops the tables.
  let lock = await locks.take(schema, 'shared')
  const checkpoint = await locks.hold(`make ${schema}`, makeTables)
  let { position } = checkpoint
  /** Why events cannot be taken, and why the log cannot be followed at all. */
  let failure: string | null = null
  let refusal: Error | null = null
  let isFollowing = false
  let isReady = false
  const demand = createNotifier()
  let answered = START
  let moves = 0
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let looked: Pick<CheckpointTables['checkpoint'], 'position' | 'generation'> | null = null
  const lookOnce = asOne(look)
  const waiters = new Set<{ position: Position; resolve: (reached: boolean) => void }>()
  const listeners = new Set<() => void>()
  const stopping = new AbortController()
  let refuse: (refusal: StartRefusal) => void = () => {}
  const refused = new Promise<never>((_, reject) => {
    refuse = reject
  })

  const running = run()
  const ready = Promise.race([becomeReady(), refused])
  ready.catch(() => {})
  const waitForTables = (wanted: Position) => waitFor(wanted, Math.min(WAIT_MS, leftMs() - ANSWER_MS))
  return {
    position: () => position,
    waitFor: async (wanted) => {
      const isThere = await waitForTables(wanted)
      // A timer may be early by a millisecond.
      if (isThere && database.kind === 'server') await sleep(LEASE_MS + 2, undefined, { ref: false })
      return isThere
    },
    noteAnswered: (told) => {
      if (told > answered) answered = told
    },
    showAnswered,
    moves: () => showAnswered()?.then(movesNow) ?? movesNow(),
    noteSwap: () => {
      moves += 1
    },
    onMove: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    failure: () => (refusal && reasonForVisitors(refusal)) ?? failure,
    ready,
    stop: async () => {
      stopping.abort()
      await running
      await lock.release()
    },
  }

  /** Nobody waits for tables that stand still. */
  function showAnswered(): Promise<boolean> | null {
    if (shows(answered) || isStopped()) return null
    const wanted = answered
    return waitForTables(wanted).then((isThere) => {
      // The log may have lost it, by a failover to an older copy.
      if (!isThere && answered === wanted) answered = START
      return isThere
    })
  }

  function movesNow(): number | Promise<number> {
    const isFresh = database.kind === 'embedded' || performance.now() - lookedAtMs < LEASE_MS
    return isFresh ? moves : lookOnce()
  }

  function isStopped() {
    return (refusal ?? failure) !== null
  }

  async function look(): Promise<number> {
    const startedAtMs = performance.now()
    const found = await readSchema(database.reads, schema)
      .selectFrom('checkpoint')
      .select(['position', 'generation'])
      .executeTakeFirstOrThrow()
    if (found.position !== looked?.position || found.generation !== looked.generation) moves += 1
    looked = found
    lookedAtMs = startedAtMs
    return moves
  }

  async function makeTables() {
    const found = await findCheckpoint(kysely, schema)
    if (found === null) await createTables(database, schema)
    return found ?? { ...AT_START, generation: 0 }
  }

  async function becomeReady() {
    const head = await headAtStart()
    // Tables that were complete once are true up to their checkpoint, and serve while the projection is at a stop.
    let isThere = await waitFor(head, null)
    while (!isThere && checkpoint.generation === 0 && !stopping.signal.aborted)
      isThere = await waitFor(head, null)
    if (stopping.signal.aborted) return
    if (checkpoint.generation === 0) await finishTables(database, schema)
    isReady = true
  }

  /** A store that is away for a moment keeps nobody from listening. */
  async function headAtStart(): Promise<Position> {
    for (;;) {
      try {
        await requireInLog(store, checkpoint)
        return await store.head()
      } catch (error) {
        if (!(error instanceof EventStoreUnavailable) || stopping.signal.aborted) throw error
        onError(error)
        await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }

  async function run() {
    while (!stopping.signal.aborted) {
      try {
        await follow()
      } catch (error) {
        // Put back by a failover to an older copy of the database.
        if (error instanceof CheckpointMoved) continue
        if (isFollowing) failure = reasonForVisitors(error)
        else refusal = error instanceof Error ? error : new Error(String(error))
        onError(error)
        // The event is named by its place: what it holds may be personal.
        if (checkpoint.generation === 0 && !isReady && error instanceof PoisonEvent) {
          const reason = `The read tables cannot be made: ${error.message}. ${reasonOf(error.cause)}`
          return refuse(new StartRefusal(reason))
        }
        release()
        await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
        if (!(error instanceof PoisonEvent)) await takeLockAgain()
      }
    }
    release()
  }

  /** It was lost if the connections to the database were. Taken twice, it goes with the last of them. */
  async function takeLockAgain() {
    lock = await locks.take(schema, 'shared').catch(() => lock)
  }

  async function follow() {
    isFollowing = false
    await findPlace()
    isFollowing = true
    const following = new AbortController()
    const signal = AbortSignal.any([stopping.signal, following.signal])
    // What decisions rest on comes by at once, however far the tables are.
    const batches = statesIn(store).follow(store.subscribe({ after: position, signal }))
    const stop = () => following.abort()
    for await (const batch of gather(batches, { itemsMax: GATHERED_MAX, stop })) {
      await takeInSlices(database, batch, take)
      failure = null
      if (!isReady) await setImmediate()
      await rest()
    }
  }

  /** While nobody waits for the tables, many events cost little more than one. */
  async function rest() {
    if (waiters.size === 0)
      await demand.wait({ heard: demand.count(), timeoutMs: REST_MS, signal: stopping.signal })
  }

  /** Nobody knows what became of the database and of the log since the last subscription. */
  async function findPlace() {
    const found = await findCheckpoint(kysely, schema)
    if (found === null) throw new Error('The read tables are gone')
    const head = await store.head()
    // Nothing is left to take, or another process has got past it.
    if (found.position !== position || found.position === head) failure = null
    position = found.position
    await requireInLog(store, found)
    // Put back to where they were built, which nobody else will finish.
    if (isReady && found.generation === 0) await finishTables(database, schema)
    refusal = null
    release()
  }

  async function take(batch: readonly RecordedEvent[]) {
    const rest = batch.filter((event) => event.position > position)
    if (stopping.signal.aborted || rest.length === 0) return
    const moved = await takeBatch(database, schema, rest, position).catch(movedOn)
    position = moved ?? rest.at(-1)?.position ?? position
    release()
    if (moved) await take(rest)
  }

  /** Another process has taken what was to be taken here. */
  async function movedOn(error: unknown): Promise<Position> {
    const moved = error instanceof CheckpointMoved ? await findPosition(kysely, schema) : null
    if (moved === null || moved <= position) throw error
    return moved
  }

  /** Resolves waiters up to the position; and all, unreached, when the projection has failed. */
  function release() {
    moves += 1
    for (const listener of listeners) listener()
    for (const waiter of waiters) {
      if (shows(waiter.position) || isStopped() || stopping.signal.aborted) {
        waiters.delete(waiter)
        waiter.resolve(shows(waiter.position))
      }
    }
  }

  /** Positions of a log that lacks what the tables show say nothing about the tables. */
  function shows(wanted: Position) {
    return !(refusal instanceof LogLacksEvents) && position >= wanted
  }

  function waitFor(wanted: Position, limitMs: number | null): Promise<boolean> {
    if (shows(wanted)) return Promise.resolve(true)
    return new Promise((resolve) => {
      const waiter = { position: wanted, resolve }
      waiters.add(waiter)
      demand.notify()
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

/** The same, once it is ready. */
export async function startProjector(options: ProjectorOptions): Promise<Projector> {
  const projector = await openProjector(options)
  await projector.ready.catch(async (error: unknown) => {
    await projector.stop()
    throw error
  })
  return projector
}

/** Health is public: what a driver says of hosts and tables stays in the log. */
function reasonForVisitors(error: unknown): string {
  return error instanceof PoisonEvent || error instanceof LogLacksEvents
    ? error.message
    : 'The read tables cannot be brought up to date right now'
}
