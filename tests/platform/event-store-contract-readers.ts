import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import {
  type EventStore,
  type Position,
  type RecordedEvent,
  START,
} from '../../platform/event-store/event-store.ts'
import { someEvent, someEvents } from '../support/events.ts'
import type { Bench, ContractCase } from './event-store-contract.ts'

const WRITERS = 40
const APPENDS_EACH = 5
const EVENTS_EACH = 3

export const readerCases: ContractCase[] = [
  {
    name: 'readers during forty parallel writers miss nothing, see nothing twice, and see it in one order',
    run: async (bench) => {
      const prefix = newPrefix()
      const after = await bench.store.head()
      const count = WRITERS * APPENDS_EACH * EVENTS_EACH
      const readers = [1, 2, 3].map(() => follow(bench, { after, prefix, count }))
      const resuming = followResuming(bench, { after, prefix, count })
      await writeInParallel(bench.store, prefix)

      const [first, ...others] = await Promise.all([...readers, resuming])
      const seen = first?.flat() ?? []
      expect(seen).toHaveLength(count)
      expect(seen.map(({ position }) => position)).toEqual(
        [...new Set(seen.map(({ position }) => position))].sort(),
      )
      for (const other of others) expect(other.flat()).toEqual(seen)
    },
  },
  {
    name: 'no reader sees an append in two parts',
    run: async (bench) => {
      const prefix = newPrefix()
      const after = await bench.store.head()
      const sizes = [...Array(90).fill(7), 620]
      for (const size of sizes) await bench.store.append(`${prefix}${randomUUID()}`, someEvents(size), 'any')

      const batches = await follow(bench, { after, prefix, count: 90 * 7 + 620 })
      const streamsOfBatches = batches.map((batch) => new Set(batch.map(({ stream }) => stream)))
      const parts = streamsOfBatches.reduce((sum, streams) => sum + streams.size, 0)
      expect(parts).toBe(sizes.length)
    },
  },
  {
    name: 'a reader sees what was appended before it came, and then what comes',
    run: async (bench) => {
      const prefix = newPrefix()
      await bench.store.append(`${prefix}a`, someEvents(2), 'any')
      const seen = follow(bench, { after: START, prefix, count: 3 })
      await setTimeout(20)
      await bench.store.append(`${prefix}b`, [someEvent()], 'any')
      expect((await seen).flat().map(({ stream, revision }) => [stream, revision])).toEqual([
        [`${prefix}a`, 0],
        [`${prefix}a`, 1],
        [`${prefix}b`, 0],
      ])
    },
  },
  {
    name: 'a reader that starts in the middle sees only what follows',
    run: async (bench) => {
      const prefix = newPrefix()
      await bench.store.append(`${prefix}a`, someEvents(2), 'any')
      const { position } = await bench.store.append(`${prefix}b`, someEvents(2), 'any')
      await bench.store.append(`${prefix}c`, someEvents(2), 'any')
      const seen = (await follow(bench, { after: position, prefix, count: 2 })).flat()
      expect(seen.map(({ stream }) => stream)).toEqual([`${prefix}c`, `${prefix}c`])
    },
  },
  {
    name: 'nobody who comes later sees the events of a tombstoned stream, and none of them is the head',
    run: async (bench) => {
      const prefix = newPrefix()
      const { store } = bench
      const after = await store.head()
      await store.append(`${prefix}gone`, someEvents(2), 'any')
      const { position } = await store.append(`${prefix}stays`, someEvents(2), 'any')
      await store.append(`${prefix}gone-too`, someEvents(2), 'any')
      await store.tombstone(`${prefix}gone`)
      await store.tombstone(`${prefix}gone-too`)
      expect(await store.head()).toBe(position)
      await store.append(`${prefix}later`, [someEvent()], 'any')
      const seen = (await follow(bench, { after, prefix, count: 3 })).flat()
      expect(seen.map(({ stream }) => stream.slice(prefix.length))).toEqual(['stays', 'stays', 'later'])
    },
  },
  {
    name: 'aborting ends a waiting reader at once',
    run: async ({ store }) => {
      const stop = new AbortController()
      const reading = readAll(store.subscribe({ after: await store.head(), signal: stop.signal }))
      await setTimeout(30)
      stop.abort()
      const abortedAtMs = performance.now()
      await reading
      expect(performance.now() - abortedAtMs).toBeLessThan(2_000)
    },
  },
]

const newPrefix = () => `readers-${randomUUID()}-`

type Following = { after: Position; prefix: string; count: number }

/** The batches with this case's own events, until there are enough of them or timeouts ends. */
async function follow({ store, patienceMs }: Bench, { after, prefix, count }: Following) {
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(patienceMs)])
  const batches: RecordedEvent[][] = []
  let seen = 0
  for await (const batch of store.subscribe({ after, signal })) {
    const own = batch.filter(({ stream }) => stream.startsWith(prefix))
    if (own.length > 0) batches.push(own)
    seen += own.length
    if (seen >= count) stop.abort()
  }
  return batches
}

/** As a projector that restarts after every batch, from the checkpoint that it stored. */
async function followResuming(bench: Bench, { after, prefix, count }: Following) {
  const batches: RecordedEvent[][] = []
  const giveUpAtMs = performance.now() + bench.patienceMs
  let checkpoint = after
  while (batches.flat().length < count && performance.now() < giveUpAtMs) {
    const next = await follow(bench, { after: checkpoint, prefix, count: 1 })
    checkpoint = next.at(-1)?.at(-1)?.position ?? checkpoint
    batches.push(...next)
  }
  return batches
}

async function writeInParallel(store: EventStore, prefix: string) {
  const write = async (writer: number) => {
    for (let append = 0; append < APPENDS_EACH; append += 1) {
      const expected = append === 0 ? 'no_stream' : append * EVENTS_EACH - 1
      await store.append(`${prefix}${writer}`, someEvents(EVENTS_EACH), expected)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
}

async function readAll(batches: AsyncIterable<unknown>) {
  for await (const _ of batches);
}
