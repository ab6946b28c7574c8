import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import {
  EventIdTaken,
  type EventStore,
  type Expected,
  RevisionConflict,
  StreamTombstoned,
} from '../../platform/event-store/event-store.ts'
import { someEvent, someEvents } from '../support/events.ts'
import { commandCases } from './event-store-contract-commands.ts'
import { readerCases } from './event-store-contract-readers.ts'

/** `patienceMs` bounds the wait for events that a broken store never delivers. */
export type Bench = { store: EventStore; patienceMs: number }

export type ContractCase = { name: string; run: (bench: Bench) => Promise<void> }

/** What every store must do. The cases share one store, each in streams of its own. */
export const eventStoreContract = (): ContractCase[] => [
  ...expectationCases,
  ...appendCases,
  ...repeatCases,
  ...contentCases,
  ...readerCases,
  ...commandCases,
]

/** The names of the cases that a store fails. */
export async function failedCases(bench: Bench): Promise<string[]> {
  const failed: string[] = []
  for (const { name, run } of eventStoreContract()) {
    await run(bench).catch(() => failed.push(name))
  }
  return failed
}

const newStream = () => `contract-${randomUUID()}`

type Stream = 'a missing stream' | 'a stream at revision 2' | 'a tombstoned stream'
type Outcome = { revision: number } | { conflictAt: number | null } | 'tombstoned'

const expectations: [Stream, Expected, Outcome][] = [
  ['a missing stream', 0, { conflictAt: null }],
  ['a missing stream', 'no_stream', { revision: 0 }],
  ['a missing stream', 'stream_exists', { conflictAt: null }],
  ['a missing stream', 'any', { revision: 0 }],
  ['a stream at revision 2', 1, { conflictAt: 2 }],
  ['a stream at revision 2', 2, { revision: 3 }],
  ['a stream at revision 2', 3, { conflictAt: 2 }],
  ['a stream at revision 2', 'no_stream', { conflictAt: 2 }],
  ['a stream at revision 2', 'stream_exists', { revision: 3 }],
  ['a stream at revision 2', 'any', { revision: 3 }],
  ['a tombstoned stream', 0, 'tombstoned'],
  ['a tombstoned stream', 'no_stream', 'tombstoned'],
  ['a tombstoned stream', 'stream_exists', 'tombstoned'],
  ['a tombstoned stream', 'any', 'tombstoned'],
]

const expectationCases: ContractCase[] = expectations.map(([state, expected, outcome]) => ({
  name: `appending to ${state} expecting ${expected} gives ${JSON.stringify(outcome)}`,
  run: async ({ store }) => {
    const stream = newStream()
    if (state !== 'a missing stream') await store.append(stream, someEvents(3), 'no_stream')
    if (state === 'a tombstoned stream') await store.tombstone(stream)
    const appended = store.append(stream, [someEvent()], expected)

    if (outcome === 'tombstoned') {
      await expect(appended).rejects.toThrow(StreamTombstoned)
    } else if ('revision' in outcome) {
      expect(await appended).toMatchObject(outcome)
    } else {
      await expect(appended).rejects.toThrow(RevisionConflict)
      await expect(appended).rejects.toMatchObject({ stream, expected, actual: outcome.conflictAt })
      expect(await store.read(stream)).toHaveLength(outcome.conflictAt === null ? 0 : 3)
    }
  },
}))

const appendCases: ContractCase[] = [
  {
    name: 'of twenty writers at one revision, one wins and the others learn the real head',
    run: async ({ store }) => {
      const stream = newStream()
      await store.append(stream, [someEvent()], 'no_stream')
      const attempts = await Promise.allSettled(
        Array.from({ length: 20 }, () => store.append(stream, [someEvent()], 0)),
      )
      const losses = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []))
      expect(losses).toHaveLength(19)
      for (const loss of losses) expect(loss).toMatchObject({ name: 'RevisionConflict', actual: 1 })
      expect(await store.read(stream)).toHaveLength(2)
    },
  },
  {
    name: 'of many appends at the same moment, each stands or falls on its own terms',
    run: async ({ store }) => {
      const [fresh, stale, closed] = [newStream(), newStream(), newStream()]
      const [twice, last] = [newStream(), newStream()]
      await store.append(stale, someEvents(2), 'no_stream')
      await store.append(closed, [someEvent()], 'no_stream')
      await store.tombstone(closed)
      const event = someEvent()
      const attempts = await Promise.allSettled([
        store.append(fresh, someEvents(2), 'no_stream'),
        store.append(stale, [someEvent()], 0),
        store.append(closed, [someEvent()], 'any'),
        store.append(twice, [event, event], 'no_stream'),
        store.append(last, [someEvent()], 'any'),
      ])
      expect(attempts).toMatchObject([
        { value: { revision: 1 } },
        { reason: { name: 'RevisionConflict', actual: 1 } },
        { reason: { name: 'StreamTombstoned' } },
        { reason: { name: 'EventIdTaken' } },
        { value: { revision: 0 } },
      ])
      expect(
        await Promise.all([fresh, stale, twice, last].map((stream) => store.read(stream))),
      ).toMatchObject([{ length: 2 }, { length: 2 }, { length: 0 }, { length: 1 }])
    },
  },
  {
    name: 'all events of an append are read back in their order, with consecutive revisions',
    run: async ({ store }) => {
      const stream = newStream()
      const events = someEvents(3)
      const appended = await store.append(stream, events, 'no_stream')
      const read = await store.read(stream)
      expect(read).toMatchObject(events.map((event, revision) => ({ ...event, stream, revision })))
      expect(appended).toMatchObject({ revision: 2, position: read.at(-1)?.position })
    },
  },
  {
    name: 'one event that cannot be stored keeps the whole append out',
    run: async ({ store }) => {
      const stream = newStream()
      const events = [someEvent(), someEvent({ text: 'a\u0000b' }), someEvent()]
      await expect(store.append(stream, events, 'any')).rejects.toThrow()
      expect(await store.read(stream)).toEqual([])
    },
  },
  {
    name: 'an append tells the last events of other streams, or leaves it to a read',
    run: async ({ store }) => {
      const [named, closed, missing] = [newStream(), newStream(), newStream()]
      const events = someEvents(3)
      await store.append(named, events, 'no_stream')
      await store.append(closed, someEvents(2), 'no_stream')
      await store.tombstone(closed)
      const asked = [named, missing, closed]
      const { lastIds } = await store.append(newStream(), [someEvent()], 'no_stream', asked)
      if (lastIds) expect(asked.map((stream) => lastIds.get(stream))).toEqual([events[2]?.id, null, null])
    },
  },
  {
    name: 'an append tells what another that went with it has written',
    run: async ({ store }) => {
      const [first, second] = [newStream(), newStream()]
      const written = someEvent()
      const [, { lastIds }] = await Promise.all([
        store.append(first, [written], 'no_stream'),
        store.append(second, [someEvent()], 'no_stream', [first]),
      ])
      if (lastIds) expect(lastIds.get(first)).toBe(written.id)
    },
  },
  {
    name: 'appends at once tell the last events of their own other streams',
    run: async ({ store }) => {
      const others = [newStream(), newStream(), newStream()]
      const firsts = await Promise.all(
        others.map(async (stream) => {
          const event = someEvent()
          await store.append(stream, [event], 'no_stream')
          return event.id
        }),
      )
      const appended = await Promise.all(
        others.map((stream) => store.append(newStream(), [someEvent()], 'no_stream', [stream])),
      )
      const told = appended.map(({ lastIds }, index) => lastIds?.get(others[index] ?? '') ?? firsts[index])
      expect(told).toEqual(firsts)
    },
  },
  {
    name: 'positions grow from append to append, across streams, and the head follows',
    run: async ({ store }) => {
      const positions = [await store.head()]
      for (let count = 0; count < 12; count += 1) {
        positions.push((await store.append(newStream(), someEvents(2), 'any')).position)
      }
      expect(positions).toEqual([...new Set(positions)].sort())
      expect(await store.head()).toBe(positions.at(-1))
    },
  },
  {
    name: 'a tombstone takes the events, closes the name, and does nothing the second time',
    run: async ({ store }) => {
      const [stream, neighbour] = [newStream(), newStream()]
      await store.append(stream, someEvents(2), 'any')
      await store.append(neighbour, someEvents(2), 'any')
      await store.tombstone(stream)
      await store.tombstone(stream)
      await expect(store.read(stream)).rejects.toThrow(StreamTombstoned)
      expect(await store.read(neighbour)).toHaveLength(2)
    },
  },
]

const repeatCases: ContractCase[] = (['no_stream', 'any'] as const).flatMap((expected) => [
  {
    name: `an append expecting ${expected} that is repeated answers as the first time and adds nothing`,
    run: async ({ store }) => {
      const stream = newStream()
      const events = someEvents(2)
      const first = await store.append(stream, events, expected)
      expect(await store.append(stream, events, expected)).toEqual(first)
      await store.append(stream, someEvents(3), 1)
      expect(await store.append(stream, events, expected)).toEqual(first)
      expect(await store.read(stream)).toHaveLength(5)
    },
  },
  {
    name: `the same append expecting ${expected}, sent twice at once, is written once`,
    run: async ({ store }) => {
      const stream = newStream()
      const events = someEvents(2)
      const [one, two] = await Promise.all([
        store.append(stream, events, expected),
        store.append(stream, events, expected),
      ])
      expect(one).toEqual(two)
      expect(await store.read(stream)).toHaveLength(2)
    },
  },
])

type IdReuse = { name: string; events: (ids: [string, string]) => string[] }

const idReuses: IdReuse[] = [
  { name: 'without the second event', events: ([a]) => [a] },
  { name: 'without the first event', events: ([, b]) => [b] },
  { name: 'with one event more', events: ([a, b]) => [a, b, randomUUID()] },
  { name: 'in another order', events: ([a, b]) => [b, a] },
  { name: 'twice in one append', events: () => Array(2).fill(randomUUID()) },
]

const contentCases: ContractCase[] = [
  ...idReuses.map(({ name, events }) => ({
    name: `an id that is used again ${name} is refused`,
    run: async ({ store }: Bench) => {
      const stream = newStream()
      const [first, second] = [someEvent(), someEvent()]
      await store.append(stream, [first, second], 'any')
      const again = events([first.id, second.id]).map((id) => ({ ...someEvent(), id }))
      await expect(store.append(stream, again, 'any')).rejects.toThrow(EventIdTaken)
      expect(await store.read(stream)).toHaveLength(2)
    },
  })),
  {
    name: 'text and numbers come back as they went in',
    run: async ({ store }) => {
      const stream = newStream()
      const data = {
        text: 'Zoë 👩‍👩‍👧‍👦 e\u0301 \u2028 ‮ \\u0000 "quoted" \n\t',
        'kéy 🏆': ['', null, true, 0, -0.5, 1e21, 2 ** 53 - 1],
        nested: { none: {}, empty: [] },
      }
      await store.append(stream, [someEvent(data)], 'any')
      expect((await store.read(stream))[0]?.data).toEqual(data)
    },
  },
  {
    name: 'the keys of an event keep their order',
    run: async ({ store }) => {
      const stream = newStream()
      await store.append(stream, [someEvent({ zebra: 1, a: 2, mm: { z: 1, b: 2 } })], 'any')
      expect(JSON.stringify((await store.read(stream))[0]?.data)).toBe('{"zebra":1,"a":2,"mm":{"z":1,"b":2}}')
    },
  },
  {
    name: 'a stream is read from any revision on',
    run: async ({ store }) => {
      const stream = newStream()
      await store.append(stream, [someEvent({ n: 0 }), someEvent({ n: 1 }), someEvent({ n: 2 })], 'no_stream')
      const from = async (revision: number) => (await store.read(stream, revision)).map(({ data }) => data)
      expect(await from(0)).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }])
      expect(await from(2)).toEqual([{ n: 2 }])
      expect(await from(3)).toEqual([])
    },
  },
  ...['a NUL \u0000', 'half a pair \ud83d', '\udc00 the other half', 'after a backslash \\\u0000'].map(
    (text) => ({
      name: `${JSON.stringify(text)} is refused in values and in keys, and writes nothing`,
      run: async ({ store }: Bench) => {
        const stream = newStream()
        for (const data of [{ text }, { [text]: 1 }, [[text]]]) {
          await expect(store.append(stream, [someEvent(data)], 'any')).rejects.toMatchObject({
            name: 'UnstorableEvent',
          })
        }
        expect(await store.read(stream)).toEqual([])
      },
    }),
  ),
]
