import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { type EventStore, StreamTombstoned } from '../../platform/event-store/event-store.ts'
import {
  type Command,
  load,
  StreamContended,
  type Transaction,
  transact,
} from '../../platform/event-store/transact.ts'
import { type Barrel, barrel, type Poured, poured } from '../support/barrel.ts'
import { createMemoryEventStore } from '../support/memory-event-store.ts'

const someCommand = (): Command => ({
  id: randomUUID(),
  actor: { kind: 'player', id: 3 },
  occurredAt: '2026-03-01T12:00:00.000Z',
})

let store: EventStore
beforeEach(() => {
  store = createMemoryEventStore()
})

function pour(transaction: Partial<Transaction<Barrel, Poured, [number]>> = {}, into: EventStore = store) {
  return transact(into, {
    aggregate: barrel,
    id: [1],
    command: someCommand(),
    decide: () => [poured(1), poured(2)],
    ...transaction,
  })
}

describe('transact', () => {
  test('appends what was decided on the folded state, and answers with both', async () => {
    await pour()
    const { events, position, state } = await pour({ decide: ({ litres }) => [poured(litres * 10)] })
    expect(events).toEqual([poured(30)])
    expect(state).toEqual({ litres: 33 })
    expect(position).toBe(await store.head())
    expect(await load(store, barrel, 1)).toEqual({ litres: 33 })
  })

  test('says on every event who caused it, when, by which command and why', async () => {
    const command = { ...someCommand(), reason: 'A leak' }
    await pour({ command })
    const expected = {
      actor: { kind: 'player', id: 3 },
      commandId: command.id,
      correlationId: command.id,
      causationId: command.id,
      occurredAt: '2026-03-01T12:00:00.000Z',
      reason: 'A leak',
    }
    const read = await store.read('barrel-1')
    expect(read.map(({ metadata }) => metadata)).toEqual([expected, expected])
  })

  test('keeps the causes that a command brings along', async () => {
    const [correlationId, causationId] = [randomUUID(), randomUUID()]
    await pour({ command: { ...someCommand(), correlationId, causationId } })
    expect((await store.read('barrel-1'))[0]?.metadata).toMatchObject({ correlationId, causationId })
  })

  test('a repeated command adds nothing, and answers with its events, also when others followed', async () => {
    const command = someCommand()
    const first = await pour({ command })
    await pour()
    const again = await pour({ command, decide: () => expect.unreachable('decided again') })
    expect(again.events).toMatchObject(first.events)
    expect(again.state).toEqual({ litres: 6 })
    expect(await store.read('barrel-1')).toHaveLength(4)
  })

  test('the same command sent twice at once is written once', async () => {
    const command = someCommand()
    const [one, two] = await Promise.all([pour({ command }), pour({ command })])
    expect(one.position).toBe(two.position)
    expect(await store.read('barrel-1')).toHaveLength(2)
  })

  test('the same command sent twice at once, and decided differently, is written once', async () => {
    const command = someCommand()
    await Promise.all([pour({ command }), pour({ command, decide: () => [poured(9)] })])
    expect(await store.read('barrel-1')).toHaveLength(2)
  })

  test('one command may write to two streams', async () => {
    const command = someCommand()
    await pour({ command })
    await pour({ command, id: [2] })
    expect(await store.read('barrel-2')).toHaveLength(2)
  })

  test('nothing decided appends nothing, and answers with the position that the state rests on', async () => {
    const nothing = { decide: () => [] }
    expect(await pour(nothing)).toMatchObject({
      events: [],
      position: null,
      state: { litres: 0 },
      eventIds: [],
    })
    const { position, eventIds } = await pour()
    expect(eventIds).toEqual((await store.read('barrel-1')).map(({ id }) => id))
    expect(await pour(nothing)).toMatchObject({ events: [], position, state: { litres: 3 }, eventIds })
  })

  test('a refusal comes through, and nothing is written', async () => {
    const refuse = () => {
      throw new Error('The barrel is full')
    }
    await expect(pour({ decide: refuse })).rejects.toThrow('The barrel is full')
    expect(await store.read('barrel-1')).toEqual([])
  })

  test('whoever lost the race decides again on what the winner left', async () => {
    const seen: number[] = []
    await pour(
      {
        decide: ({ litres }) => {
          seen.push(litres)
          return [poured(1)]
        },
      },
      interrupted(store, 1),
    )
    expect(seen).toEqual([0, 3])
    expect(await load(store, barrel, 1)).toEqual({ litres: 4 })
  })

  test('forty at once all have their turn', async () => {
    const pours = Array.from({ length: 40 }, () =>
      transact(store, { aggregate: barrel, id: [1], command: someCommand(), decide: () => [poured(1)] }),
    )
    await Promise.all(pours)
    expect(await load(store, barrel, 1)).toEqual({ litres: 40 })
  })

  test('gives up with a clear error when it never has its turn', async () => {
    const hopeless = pour({}, interrupted(store, Infinity))
    await expect(hopeless).rejects.toThrow(StreamContended)
    await expect(hopeless).rejects.toThrow('Stream barrel-1 is too busy: gave up after 20 attempts')
  })

  test('a deleted stream is told as such', async () => {
    await pour()
    await store.tombstone('barrel-1')
    await expect(pour()).rejects.toThrow(StreamTombstoned)
    await expect(load(store, barrel, 1)).rejects.toThrow(StreamTombstoned)
  })

  describe('a log that has lost its last events, as after a failover to a copy that was behind', () => {
    const first = someCommand()
    let copy: EventStore
    let failover: () => void
    let log: EventStore

    beforeEach(async () => {
      copy = createMemoryEventStore()
      await pour({ command: first }, copy)
      let current = store
      failover = () => {
        current = copy
      }
      log = {
        ...store,
        append: (...args) => current.append(...args),
        read: (...args) => current.read(...args),
      }
      await pour({ command: first }, log)
      await pour({ decide: () => [poured(70)] }, log)
      expect(await load(log, barrel, 1)).toEqual({ litres: 73 })
    })

    test('is what is read from then on', async () => {
      failover()
      expect(await load(log, barrel, 1)).toEqual({ litres: 3 })
    })

    test('is what is decided on, also when others have written to it since', async () => {
      failover()
      await pour({ decide: () => [poured(500)] }, copy)
      const { state } = await pour({ decide: ({ litres }) => [poured(litres)] }, log)
      expect(state).toEqual({ litres: 1006 })
    })

    test('may have lost the whole stream', async () => {
      copy = createMemoryEventStore()
      failover()
      expect(await load(log, barrel, 1)).toEqual({ litres: 0 })
      await pour({}, log)
      expect(await load(log, barrel, 1)).toEqual({ litres: 3 })
    })
  })
})

/** A store in which somebody else is faster, a number of times. */
function interrupted(store: EventStore, times: number): EventStore {
  let left = times
  return {
    ...store,
    append: async (stream, events, expected) => {
      left -= 1
      if (left >= 0) await pour()
      return store.append(stream, events, expected)
    },
  }
}
