import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EventStore, type RecordedEvent, START } from '../../platform/event-store/event-store.ts'
import { someEvent, someEvents } from '../support/events.ts'
import type { EventStoreDbDouble } from '../support/eventstoredb-double/server.ts'
import { storeOnDouble } from '../support/eventstoredb-double/store-on-double.ts'
import { eventually } from '../support/eventually.ts'

const WATCH_MS = 700

let double: EventStoreDbDouble
let store: EventStore
let close: () => Promise<void>
let errors: unknown[]
const readers: Reader[] = []
beforeEach(async () => {
  errors = []
  const onError = (error: unknown) => errors.push(error)
  ;({ double, store, close } = await storeOnDouble({ watchMs: WATCH_MS, onError }))
})
afterEach(async () => {
  await Promise.all(readers.splice(0).map(({ stop }) => stop()))
  await close()
})

type Reader = { batches: RecordedEvent[][]; stop(): Promise<void> }

/** Reads everything from the start, at its own pace. */
function follow(perBatchMs = 0): Reader {
  const stopping = new AbortController()
  const batches: RecordedEvent[][] = []
  const running = (async () => {
    for await (const batch of store.subscribe({ after: START, signal: stopping.signal })) {
      batches.push([...batch])
      if (perBatchMs > 0) await sleep(perBatchMs)
    }
  })()
  const reader = {
    batches,
    stop: async () => {
      stopping.abort()
      await running
    },
  }
  readers.push(reader)
  return reader
}

const append = (name: string, count = 1) => store.append(`${name}-${randomUUID()}`, someEvents(count), 'any')

const namesIn = ({ batches }: Reader) => batches.flat().map(({ stream }) => stream.slice(0, -37))

const untilSeen = (reader: Reader, count: number) =>
  eventually(`${count} events`, async () => namesIn(reader).length >= count)

test('a reader whose subscription breaks goes on where it was', async () => {
  const reader = follow()
  await append('before')
  await untilSeen(reader, 1)
  for (const name of ['first', 'second', 'third']) {
    double.breakSubscriptions()
    await append(name, 2)
  }
  await untilSeen(reader, 7)
  expect(namesIn(reader)).toEqual(['before', 'first', 'first', 'second', 'second', 'third', 'third'])
  expect(errors.length).toBeGreaterThan(0)
})

test('a reader goes on after a restart of the server, also with what was written while it was cut off', async () => {
  const reader = follow()
  await append('before', 3)
  await untilSeen(reader, 3)
  await double.stop()
  await double.start()
  await append('after', 3)
  await untilSeen(reader, 6)
  expect(namesIn(reader)).toEqual([...Array(3).fill('before'), ...Array(3).fill('after')])
})

test('a reader whose subscription has fallen silent notices, and misses nothing', async () => {
  const reader = follow()
  await append('before')
  await untilSeen(reader, 1)
  double.silenceSubscriptions()
  await append('unheard', 2)
  await append('unheard', 2)
  await untilSeen(reader, 5)
  expect(namesIn(reader)).toEqual(['before', ...Array(4).fill('unheard')])
  expect(errors.map(String)).toEqual(['Error: The subscription has fallen silent'])
})

test('a reader that has everything is left alone', async () => {
  const reader = follow()
  await append('before')
  await untilSeen(reader, 1)
  await sleep(3 * WATCH_MS)
  await append('after')
  await untilSeen(reader, 2)
  expect(errors).toEqual([])
})

test('a slow reader is not taken for a silent subscription', async () => {
  for (let count = 0; count < 4; count += 1) await append('many', 500)
  const reader = follow(2 * WATCH_MS)
  await untilSeen(reader, 2_000)
  expect(errors).toEqual([])
})

test('a reader sees once what the server delivers twice', async () => {
  double.faults.deliversTwice = true
  const reader = follow()
  await append('one')
  await append('three', 3)
  await append('last')
  await untilSeen(reader, 5)
  expect(namesIn(reader)).toEqual(['one', 'three', 'three', 'three', 'last'])
})

test("a reader sees neither the server's own events nor those of other programs", async () => {
  await append('ours')
  for (let count = 0; count < 100; count += 1) double.log.writeSystemEvent()
  const { id, type } = someEvent()
  const foreign = { id, type, contentType: 'application/json', data: Buffer.from('{}') }
  double.log.append('theirs', [{ ...foreign, metadata: Buffer.from('{"append":7}') }], 'any')
  double.log.append('theirs', [{ ...foreign, id: randomUUID(), metadata: Buffer.from('') }], 'any')
  const { position } = await append('ours-too')
  double.log.writeSystemEvent()
  expect(await store.head()).toBe(position)
  const reader = follow()
  await untilSeen(reader, 2)
  expect(namesIn(reader)).toEqual(['ours', 'ours-too'])
})

test('a reader that has much to catch up on takes it in batches of whole appends', async () => {
  for (let count = 0; count < 30; count += 1) await append('seven', 7)
  for (let count = 0; count < 10; count += 1) await append('many', 400)
  const reader = follow(20)
  await untilSeen(reader, 4_210)
  expect(reader.batches.length).toBeLessThan(40)
  expect(Math.max(...reader.batches.map(({ length }) => length))).toBeLessThan(1_000)
})

test('a position of another kind of log is refused, and not taken for one in this', async () => {
  const { signal } = new AbortController()
  const reading = store.subscribe({ after: '0000000000000000123', signal })[Symbol.asyncIterator]().next()
  await expect(reading).rejects.toThrow(/not a position in EventStoreDB/)
})

/** As the server has it: each record begins where the one before ends. */
const positionOf = (record: number) => `${record}`.padStart(19, '0').repeat(2)

test('a position inside a record is refused by the server, and told as such instead of being tried for ever', async () => {
  const [, second] = [await append('one'), await append('two')]
  const inside = positionOf(Number(second.position.slice(0, 19)) - 1)
  const read = async () => {
    for await (const _ of store.subscribe({ after: inside, signal: AbortSignal.timeout(20_000) }));
    return 'waited in silence'
  }
  await expect(read()).rejects.toThrow()
})

test('a position behind the end passes over what is written up to there, as the server does', async () => {
  const { position } = await append('one')
  const beyond = positionOf(Number(position.slice(0, 19)) + 400)
  const seen: string[] = []
  const stop = new AbortController()
  const reading = (async () => {
    for await (const batch of store.subscribe({ after: beyond, signal: stop.signal }))
      seen.push(...batch.map(({ position }) => position))
  })()
  for (let count = 0; count < 6; count += 1) await append('more')
  await eventually('an event behind it', async () => seen.length > 0)
  expect(seen.every((position) => position > beyond)).toBe(true)
  stop.abort()
  await reading
})
