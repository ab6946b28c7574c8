import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EventStore, type Expected, START } from '../../platform/event-store/event-store.ts'
import { statesIn } from '../../platform/event-store/states.ts'
import { type Command, load, loadAsOf, transact } from '../../platform/event-store/transact.ts'
import { type Barrel, barrel, poured } from '../support/barrel.ts'
import { eventually } from '../support/eventually.ts'
import { createMemoryEventStore } from '../support/memory-event-store.ts'

/** The same log as another process sees it, which keeps nothing here. */
let elsewhere: EventStore
let store: EventStore
let stop: AbortController
/** The last position that came by. */
let followed: string

beforeEach(() => {
  elsewhere = createMemoryEventStore()
  store = { ...elsewhere }
  stop = new AbortController()
  followed = START
})
afterEach(() => stop.abort())

/** Follows as the read tables do. Answers once all that is there has come by, with the end of it. */
async function follow(onBatch: () => Promise<void> = async () => {}) {
  const head = await store.head()
  const run = async () => {
    const batches = store.subscribe({ after: START, signal: stop.signal })
    for await (const batch of statesIn(store).follow(batches)) {
      followed = batch.at(-1)?.position ?? START
      await onBatch()
    }
  }
  const over = run().catch(() => {})
  await seen(head)
  return { over }
}

const seen = (position: string) => eventually('the events to come by', async () => followed >= position)

function pour(litres: number, { into = store, id = 1, command = someCommand() } = {}) {
  const decide = () => [poured(litres)]
  return transact(into, { aggregate: barrel, id: [id], command, decide })
}

const latest = async (id: number) => (await statesIn(store).latest(barrel, `barrel-${id}`)).state

/** What is answered from here on was kept. */
const refuseReads = () => {
  store.read = () => Promise.reject(new Error('Nothing must be read'))
}

const someCommand = (): Command => ({
  ...{ id: randomUUID(), actor: { kind: 'player', id: 3 }, occurredAt: '2026-03-01T12:00:00.000Z' },
})

/** Of each call, what it was asked. */
function countCalls() {
  const { append, read } = store
  const calls = { reads: [] as number[], appends: [] as Expected[] }
  store.read = (stream, from = 0) => {
    calls.reads.push(from)
    return read(stream, from)
  }
  store.append = (stream, events, expected) => {
    calls.appends.push(expected)
    return append(stream, events, expected)
  }
  return calls
}

test('while somebody follows the log, a command reads nothing on a stream that was read before, empty or not', async () => {
  await follow()
  expect(await load(store, barrel, 1)).toEqual({ litres: 0 })
  refuseReads()
  expect(await pour(1)).toMatchObject({ state: { litres: 1 } })
  expect(await pour(2)).toMatchObject({ state: { litres: 3 } })
})

/** Nothing comes by any more, for the second in which what is kept is still believed. */
async function keepWhatIsOld() {
  await follow(() => new Promise(() => {}))
  await seen(`${(await pour(1, { id: 2 })).position}`)
  await load(store, barrel, 1)
  await pour(10, { into: elsewhere })
}

test('who decided on what is old decides again on what the log says', async () => {
  await keepWhatIsOld()
  expect(await pour(1)).toMatchObject({ state: { litres: 11 } })
  expect((await elsewhere.read('barrel-1')).map(({ data }) => data)).toEqual([
    poured(10).data,
    poured(1).data,
  ])
})

test('what is refused in memory is refused only by the log', async () => {
  await keepWhatIsOld()
  const states: number[] = []
  const drain = ({ litres }: Barrel) => {
    states.push(litres)
    if (litres === 0) throw new Error('The barrel is empty')
    return [poured(-litres)]
  }
  await transact(store, { aggregate: barrel, id: [1], command: someCommand(), decide: drain })
  expect(states).toEqual([0, 10])
  await expect(
    transact(store, { aggregate: barrel, id: [1], command: someCommand(), decide: drain }),
  ).rejects.toThrow('The barrel is empty')
})

test('what comes by during a read is not lost for what is kept', async () => {
  await pour(1)
  await follow()
  let answer: (() => void) | null = null
  const read = store.read
  store.read = async (stream, from) => {
    const events = await read(stream, from)
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return events
  }
  const loading = load(store, barrel, 1)
  const answerRead = await eventually('the read', async () => answer)
  const { position } = await pour(10, { into: elsewhere })
  await seen(`${position}`)
  answerRead()
  await loading
  store.read = read
  expect(await latest(1)).toEqual({ litres: 11 })
})

test('what an append told is taken from memory where it ends alike, and read where it does not', async () => {
  await follow(() => new Promise(() => {}))
  const { eventIds } = await pour(1)
  const { lastIds } = await transact(store, {
    ...{ aggregate: barrel, id: [2], command: someCommand(), decide: () => [poured(5)] },
    lastIdsOf: ['barrel-1', 'barrel-3'],
  })
  expect(lastIds).toEqual(
    new Map([
      ['barrel-1', eventIds.at(-1)],
      ['barrel-3', null],
    ]),
  )
  const calls = countCalls()
  expect(await loadAsOf(store, lastIds)(barrel, 1)).toEqual({ litres: 1 })
  expect(calls.reads).toEqual([])
  await pour(10, { into: elsewhere })
  const later = new Map([['barrel-1', (await elsewhere.read('barrel-1')).at(-1)?.id ?? null]])
  expect(await loadAsOf(store, later)(barrel, 1)).toEqual({ litres: 11 })
  expect(await loadAsOf(store, new Map())(barrel, 1)).toEqual({ litres: 11 })
  expect(calls.reads).toEqual([0, 1])
})

test('events of another past are not mixed into what is kept', async () => {
  await follow()
  await pour(1)
  const other = createMemoryEventStore()
  await pour(5, { into: other })
  await pour(7, { into: other })
  const stopOther = new AbortController()
  const batches = other.subscribe({ after: START, signal: stopOther.signal })
  const following = statesIn(store).follow(batches)
  await pour(2)
  await following.next()
  expect(await latest(1)).toEqual({ litres: 3 })
  stopOther.abort()
})
