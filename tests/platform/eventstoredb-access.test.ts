import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EventStoreRefused } from '../../platform/event-store/event-store.ts'
import { openEventStoreDb } from '../../platform/event-store/eventstoredb/eventstoredb-event-store.ts'
import { someEvent } from '../support/events.ts'
import type { Right } from '../support/eventstoredb-double/faults.ts'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../support/eventstoredb-double/server.ts'

let double: EventStoreDbDouble
beforeEach(async () => {
  double = await startEventStoreDbDouble()
})
afterEach(() => double.stop())

const open = (options: { startMs?: number; onWait?: (sentence: string) => void } = {}) =>
  openEventStoreDb({ url: double.url, onError: () => {}, ...options })

describe('an account that lacks a right', () => {
  const sentences: Record<Exclude<Right, 'delete'>, RegExp> = {
    'read $all': /its account lacks the right to read the whole log, \$all/,
    read: /its account lacks the right to read a stream/,
    write: /its account lacks the right to write to a stream/,
  }
  test.each(Object.entries(sentences))('to %s is refused at the start', async (right, sentence) => {
    double.faults.denied.add(right as Right)
    const opened = open()
    await expect(opened).rejects.toThrow(sentence)
    await expect(opened).rejects.toThrow(/\$admins, or set the access list that docs\/operations\.md shows$/)
  })

  test('to delete is told so, and may do all else', async () => {
    double.faults.denied.add('delete')
    const told: string[] = []
    const store = await openEventStoreDb({ url: double.url, onError: (error) => told.push(`${error}`) })
    expect(told).toEqual([
      expect.stringMatching(/can be used, but its account lacks the right to delete a stream, without which/),
    ])
    expect(await store.append('a', [someEvent()], 'no_stream')).toMatchObject({ revision: 0 })
    await expect(store.tombstone('a')).rejects.toThrow(EventStoreRefused)
    await store.close()
  })

  test('leaves no trace of the trial', async () => {
    const before = double.log.records.length
    const store = await open()
    expect(double.log.records).toHaveLength(before)
    await store.close()
  })
})

describe('an account that the server does not know', () => {
  test('is waited for, as the users of a new server are made after its start', async () => {
    double.faults.knowsNobody = true
    setTimeout(() => {
      double.faults.knowsNobody = false
    }, 500)
    const store = await open()
    expect(await store.append('a', [someEvent()], 'no_stream')).toMatchObject({ revision: 0 })
    await store.close()
  })

  test('is told as such once the waiting is over, with the time that was waited', async () => {
    double.faults.knowsNobody = true
    await expect(open({ startMs: 1_200 })).rejects.toThrow(
      /after [1-9]\d* seconds: it does not know the user name or the password in EVENTSTORE_URL$/,
    )
  })

  test('any more refuses reads and writes at once, until it is known again', async () => {
    const store = await open()
    double.faults.knowsNobody = true
    await expect(store.append('a', [someEvent()], 'no_stream')).rejects.toThrow(EventStoreRefused)
    await expect(store.read('a')).rejects.toThrow(EventStoreRefused)
    await expect(store.head()).rejects.toThrow(EventStoreRefused)
    double.faults.knowsNobody = false
    expect(await store.append('a', [someEvent()], 'no_stream')).toMatchObject({ revision: 0 })
    await store.close()
  })
})

test.each(['an append', 'an event', 'without a key'] as const)(
  'what is too large (%s) fails at once, as nothing will make it fit',
  async (what) => {
    const store = await open()
    double.faults.refusesSize = what
    // Tried again and again, it would end as a store that cannot be reached.
    await expect(store.append('a', [someEvent()], 'no_stream')).rejects.toMatchObject({ code: 3 })
    await store.close()
  },
)

test("the end of the log is found behind a long tail of the server's own events", async () => {
  const store = await open()
  const { position } = await store.append('a', [someEvent()], 'no_stream')
  for (let count = 0; count < 1_000; count += 1) double.log.writeSystemEvent('$ce-a', '$>')
  expect(await store.head()).toBe(position)
  expect(await store.head()).toBe(position)
  const next = await store.append('a', [someEvent()], 0)
  expect(await store.head()).toBe(next.position)
  await store.close()
})

test('leagues with a prefix each share a server, and see nothing of each other', async () => {
  const url = (prefix: string) => `${double.url}&streamPrefix=${prefix}-`
  const [ours, theirs] = await Promise.all(
    ['ours', 'theirs'].map((prefix) => openEventStoreDb({ url: url(prefix), onError: () => {} })),
  )
  if (!ours || !theirs) throw new Error('Both are open')
  const event = someEvent()
  const { position } = await ours.append('a', [event], 'no_stream')
  expect(double.log.eventsOf('ours-a')).toHaveLength(1)
  expect(await ours.read('a')).toMatchObject([{ id: event.id, stream: 'a', revision: 0 }])
  expect(await ours.head()).toBe(position)
  expect(await theirs.read('a')).toEqual([])
  expect(await theirs.head()).toBe('')
  await theirs.append('a', [someEvent()], 'no_stream')
  await theirs.tombstone('a')
  for await (const batch of ours.subscribe({ after: '', signal: AbortSignal.timeout(500) }))
    expect(batch.map(({ id }) => id)).toEqual([event.id])
  await Promise.all([ours.close(), theirs.close()])
})
