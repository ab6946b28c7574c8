import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { AllStreamResolvedEvent } from '@eventstore/db-client'
import type { OnError } from '../../database/database.ts'
import { jitteredPauseMs } from '../../time/pauses.ts'
import { AT_START, type Checkpoint, checkpointAt, LogLacksEvents } from '../checkpoint.ts'
import type { Position, RecordedEvent } from '../event-store.ts'
import type { Connection } from './eventstoredb-connection.ts'
import { type StoredEvent, serverPosition, storedEvent } from './eventstoredb-events.ts'
import type { Tombstones } from './eventstoredb-tombstones.ts'
import { recordedEvents } from './recorded-events.ts'

const BATCH_EVENTS = 500
const FAILING_MS = 5_000

type Following = {
  connection: Connection
  tombstones: Tombstones
  head: () => Promise<Position>
  isInLog: (checkpoint: Checkpoint) => Promise<boolean>
  after: Position
  signal: AbortSignal
  watchMs: number
  onError: OnError
}

/** Subscribes again after the last batch that was taken. Throws after five seconds of failures, and LogLacksEvents. */
export async function* followServer(following: Following): AsyncGenerator<readonly RecordedEvent[], void> {
  const { signal, onError } = following
  // At once: no later attempt could make another log's position fit.
  serverPosition(following.after)
  let last: Checkpoint = { ...AT_START, position: following.after }
  let failures = 0
  let failingSinceMs: number | null = null
  while (!signal.aborted) {
    const begunAtMs = performance.now()
    try {
      if (failures > 0 && !(await following.isInLog(last))) throw new LogLacksEvents()
      for await (const batch of batchesOfOneSubscription({ ...following, after: last.position })) {
        failures = 0
        failingSinceMs = null
        const end = batch.at(-1)
        if (end) last = checkpointAt(end)
        yield batch
      }
    } catch (error) {
      if (error instanceof LogLacksEvents) throw error
      if (!signal.aborted) onError(error)
      if (failingSinceMs !== null && begunAtMs - failingSinceMs > FAILING_MS) throw error
    }
    const lastedLong = performance.now() - begunAtMs > FAILING_MS
    failingSinceMs = lastedLong ? null : (failingSinceMs ?? begunAtMs)
    failures += 1
    const pauseMs = jitteredPauseMs({ attempt: failures, firstMs: 50, longestMs: 10_000 })
    await sleep(pauseMs, undefined, { signal }).catch(() => {})
  }
}

async function* batchesOfOneSubscription(following: Following): AsyncGenerator<RecordedEvent[], void> {
  const { connection, tombstones, after } = following
  await tombstones.refresh()
  const leader = await connection.nodes.leader()
  const life: Life = { last: after, signs: 0 }
  const sign = () => {
    leader.heard()
    life.signs += 1
  }
  const filter = { ...connection.withoutSystemEvents, checkpointReached: sign }
  const subscription = leader.client.subscribeToAll(
    { fromPosition: serverPosition(after), filter },
    { highWaterMark: BATCH_EVENTS },
  )
  for (const news of ['confirmation', 'caughtUp', 'fellBehind']) subscription.on(news, sign)
  const hasMore = () => subscription.readableLength > 0
  const ended = new AbortController()
  const signal = AbortSignal.any([following.signal, leader.left, ended.signal])
  watch(following, life, hasMore, ended)

  const takeUp = appendsFrom(tombstones, life)
  let batch: RecordedEvent[] = []
  try {
    for await (const { event } of recordedEvents<AllStreamResolvedEvent>(subscription, signal)) {
      sign()
      batch.push(...takeUp(storedEvent(event, connection.prefix)))
      if (!hasMore()) await setImmediate()
      if (batch.length >= BATCH_EVENTS || (batch.length > 0 && !hasMore())) {
        yield batch
        batch = []
      }
    }
  } finally {
    ended.abort()
  }
}

function appendsFrom(tombstones: Tombstones, life: Life) {
  let append: RecordedEvent[] = []
  return (stored: StoredEvent | null): RecordedEvent[] => {
    if (!stored || stored.event.position <= life.last) return []
    life.last = stored.event.position
    if (tombstones.shows(stored)) append.push(stored.event)
    if (stored.place.index < stored.place.size - 1) return []
    const whole = append
    append = []
    return whole
  }
}

type Life = { last: Position; signs: number }

/** A subscription can fall silent without an error, while the log goes on. */
async function watch(
  { head, signal, watchMs, onError }: Following,
  life: Life,
  hasMore: () => boolean,
  ended: AbortController,
) {
  const stop = AbortSignal.any([signal, ended.signal])
  let earlier: { head: Position; signs: number } | null = null
  while (!stop.aborted) {
    await sleep(watchMs, undefined, { signal: stop }).catch(() => {})
    if (earlier && earlier.signs === life.signs && life.last < earlier.head && !hasMore()) {
      return ended.abort(new Error('The subscription has fallen silent'))
    }
    const { signs } = life
    earlier = stop.aborted ? null : await head().then((position) => ({ head: position, signs }), noHead)
  }

  function noHead(error: unknown) {
    if (!stop.aborted) onError(error)
    return null
  }
}
