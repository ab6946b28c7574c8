import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { BATCH_EVENTS, type Database } from '../../platform/database/database.ts'
import type { HeldLock } from '../../platform/database/locks.ts'
import { AT_START, LogLacksEvents, requireInLog } from '../../platform/event-store/checkpoint.ts'
import {
  type EventStore,
  EventStoreUnavailable,
  type Position,
  type RecordedEvent,
  START,
} from '../../platform/event-store/event-store.ts'
import { statesIn } from '../../platform/event-store/states.ts'
import { leftMs } from '../../platform/request-scope.ts'
import { reasonOf, StartRefusal } from '../../platform/start-refusal.ts'
import type { CheckpointTables } from '../read-models/read-tables.ts'
import { createTables, findCheckpoint, findPosition } from './checkpoint.ts'
import { finishTables } from './finish-tables.ts'
import { LEASE_MS, type Moves, watchMoves } from './moves.ts'
import { CheckpointMoved, PoisonEvent, takeBatch } from './take-batch.ts'
import { READ_SCHEMA } from './version.ts'
import { makeWaiters } from './waiters.ts'

const WAIT_MS = 2_000
const ANSWER_MS = 300
const RETRY_MS = 1_000
/** Between two batches that nobody waits for: then many events cost little more than one. */
const REST_MS = 25

export type Projector = Pick<RunningProjector, keyof RunningProjector>

export type ProjectorOptions = {
  database: Database
  store: EventStore
  onError: (error: unknown) => void
  schema?: string
}

/** Builds the tables first where there are none. Any number of processes may run one: a batch is taken once. */
export async function openProjector({
  database,
  store,
  onError,
  schema = READ_SCHEMA,
}: ProjectorOptions): Promise<Projector> {
  // As long as this process holds it, nobody drops the tables.
  const lock = await database.locks.take(schema, 'shared')
  const checkpoint = await database.locks.hold(`make ${schema}`, () => findOrMakeTables(database, schema))
  return new RunningProjector({ database, store, onError, schema }, lock, checkpoint)
}

type TablesCheckpoint = CheckpointTables['checkpoint']

async function findOrMakeTables(database: Database, schema: string): Promise<TablesCheckpoint> {
  const found = await findCheckpoint(database.kysely, schema)
  if (found === null) await createTables(database, schema)
  return found ?? { ...AT_START, generation: 0 }
}

class RunningProjector {
  /**
   * When all that was in the log at the start is shown. Throws StartRefusal for another log, and for tables that
   * cannot be built.
   */
  readonly ready: Promise<void>
  readonly #parts: Required<ProjectorOptions>
  readonly #checkpointAtStart: TablesCheckpoint
  readonly #waiters = makeWaiters()
  readonly #moves: Moves
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>
  #lock: HeldLock
  #position: Position
  #answered = START
  #isReady = false
  #failure: string | null = null
  #refusal: unknown = null
  #unbuildable: StartRefusal | null = null

  constructor(parts: Required<ProjectorOptions>, lock: HeldLock, checkpoint: TablesCheckpoint) {
    this.#parts = parts
    this.#checkpointAtStart = checkpoint
    this.#lock = lock
    this.#position = checkpoint.position
    this.#moves = watchMoves(parts.database, parts.schema)
    this.#running = this.#run()
    this.ready = this.#becomeReady()
    this.ready.catch(() => {})
  }

  position(): Position {
    return this.#position
  }

  /** About two seconds at most. Returns whether they do. */
  async waitFor(position: Position): Promise<boolean> {
    const isThere = await this.#waitInRequest(position)
    if (isThere && this.#parts.database.kind === 'server')
      await sleep(LEASE_MS + 2, undefined, { ref: false })
    return isThere
  }

  /** Somebody was told that this is saved, before the read tables show it. */
  noteAnswered(position: Position) {
    if (position > this.#answered) this.#answered = position
  }

  /** Null when they show all that was noted. */
  showAnswered(): Promise<boolean> | null {
    const wanted = this.#answered
    if (this.#shows(wanted) || this.failure() !== null) return null
    return this.#waitInRequest(wanted).then((isThere) => {
      // The log may have lost it, by a failover to an older copy.
      if (!isThere && this.#answered === wanted) this.#answered = START
      return isThere
    })
  }

  /** By any process. What was read since is true as long as it stays the same. */
  moves(): number | Promise<number> {
    return this.showAnswered()?.then(() => this.#moves.count()) ?? this.#moves.count()
  }

  noteSwap() {
    this.#moves.note()
  }

  onMove(listener: () => void): () => void {
    return this.#moves.listen(listener)
  }

  failure(): string | null {
    return this.#refusal === null ? this.#failure : reasonForVisitors(this.#refusal)
  }

  async stop() {
    this.#stopping.abort()
    await this.#running
    await this.#lock.release()
  }

  async #becomeReady() {
    const { database, schema } = this.#parts
    const { signal } = this.#stopping
    const isNew = this.#checkpointAtStart.generation === 0
    const head = await this.#headAtStart()
    for (;;) {
      if (this.#unbuildable) throw this.#unbuildable
      if (signal.aborted) return
      // Tables that were complete once are true up to their checkpoint, and serve while the projection has stopped.
      if ((await this.#wait(head, null)) || !isNew) break
    }
    if (signal.aborted) return
    if (isNew) await finishTables(database, schema)
    this.#isReady = true
  }

  async #headAtStart(): Promise<Position> {
    const { store, onError } = this.#parts
    for (;;) {
      try {
        await requireInLog(store, this.#checkpointAtStart)
        return await store.head()
      } catch (error) {
        if (!(error instanceof EventStoreUnavailable) || this.#stopping.signal.aborted) throw error
        onError(error)
        await this.#pause()
      }
    }
  }

  async #run() {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#follow()
      } catch (error) {
        // Put back by a failover to an older copy of the database.
        if (error instanceof CheckpointMoved) continue
        if (error !== this.#refusal) this.#failure = reasonForVisitors(error)
        this.#parts.onError(error)
        if (error instanceof PoisonEvent && this.#checkpointAtStart.generation === 0 && !this.#isReady) {
          // The event is named by its place: what it holds may be personal.
          const reason = `The read tables cannot be made: ${error.message}. ${reasonOf(error.cause)}`
          this.#unbuildable = new StartRefusal(reason)
        }
        this.#release()
        if (this.#unbuildable) return
        await this.#pause()
        if (!(error instanceof PoisonEvent)) await this.#takeLockAgain()
      }
    }
    this.#release()
  }

  async #pause() {
    await sleep(RETRY_MS, undefined, { signal: this.#stopping.signal }).catch(() => {})
  }

  /** The lock is lost with the connections to the database. It may be taken twice: it ends with the last of them. */
  async #takeLockAgain() {
    const { database, schema } = this.#parts
    this.#lock = await database.locks.take(schema, 'shared').catch(() => this.#lock)
  }

  async #follow() {
    const { database, store } = this.#parts
    await this.#findPlace().catch((error: unknown) => {
      this.#refusal = error
      throw error
    })
    const { signal } = this.#stopping
    const batches = store.subscribe({ after: this.#position, signal })
    for await (const batch of statesIn(store).follow(batches)) {
      await this.#take(batch)
      this.#failure = null
      await setImmediate()
      if (batch.length < BATCH_EVENTS[database.kind]) await this.#waiters.untilAny(REST_MS, signal)
    }
  }

  async #findPlace() {
    const { database, store, schema } = this.#parts
    const found = await findCheckpoint(database.kysely, schema)
    if (found === null) throw new Error('The read tables are gone')
    const head = await store.head()
    // Nothing is left to take, or another process has got past it.
    if (found.position !== this.#position || found.position === head) this.#failure = null
    this.#position = found.position
    await requireInLog(store, found)
    // Put back to where they were built, which nobody else will finish.
    if (this.#isReady && found.generation === 0) await finishTables(database, schema)
    this.#refusal = null
    this.#release()
  }

  async #take(batch: readonly RecordedEvent[]) {
    const { database, schema } = this.#parts
    const rest = batch.filter((event) => event.position > this.#position)
    if (this.#stopping.signal.aborted || rest.length === 0) return
    const moved = await takeBatch(database, schema, rest, this.#position).catch((error) =>
      this.#positionOfOthers(error),
    )
    this.#position = moved ?? rest.at(-1)?.position ?? this.#position
    this.#release()
    if (moved) await this.#take(rest)
  }

  async #positionOfOthers(error: unknown): Promise<Position> {
    const { database, schema } = this.#parts
    const moved = error instanceof CheckpointMoved ? await findPosition(database.kysely, schema) : null
    if (moved === null || moved <= this.#position) throw error
    return moved
  }

  #release() {
    this.#moves.note()
    const isOver = this.failure() !== null || this.#stopping.signal.aborted
    this.#waiters.settle((position) => this.#shows(position), isOver)
  }

  /** Positions of a log that lacks what the tables show say nothing about the tables. */
  #shows(position: Position) {
    return !(this.#refusal instanceof LogLacksEvents) && this.#position >= position
  }

  #wait(position: Position, limitMs: number | null): Promise<boolean> {
    return this.#shows(position) ? Promise.resolve(true) : this.#waiters.wait(position, limitMs)
  }

  #waitInRequest(position: Position): Promise<boolean> {
    return this.#wait(position, Math.min(WAIT_MS, leftMs() - ANSWER_MS))
  }
}

/** Health is public: hosts and tables in a driver's words are not. */
function reasonForVisitors(error: unknown): string {
  return error instanceof PoisonEvent || error instanceof LogLacksEvents
    ? error.message
    : 'The read tables cannot be brought up to date right now'
}
