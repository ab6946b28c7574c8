import { expect, test } from 'vitest'
import type { NewEvent } from '../../platform/event-store/event-store.ts'
import { schemaVersionOf, upcastingStore } from '../../platform/event-store/upcasting.ts'
import { SOME_METADATA, someEvent } from '../support/events.ts'
import { wholeLog } from '../support/log.ts'
import { createMemoryEventStore } from '../support/memory-event-store.ts'

/** A type that has changed twice: a name was split, and then a nickname came. */
const UPCASTERS = {
  FanGreeted: [
    ({ name }: { name: string }) => ({ first: name.split(' ')[0], last: name.split(' ')[1] }),
    (data: { first: string; last: string }) => ({ ...data, nickname: data.first.slice(0, 3) }),
  ],
}
const TODAY = { first: 'Robert', last: 'Brown', nickname: 'Rob' }

const greeting = (data: unknown, schemaVersion?: number): NewEvent => ({
  ...someEvent(data),
  type: 'FanGreeted',
  metadata: { ...SOME_METADATA, ...(schemaVersion === undefined ? {} : { schemaVersion }) },
})

async function logOf(...events: NewEvent[]) {
  const kept = createMemoryEventStore()
  await kept.append('fans', events, 'any')
  return { kept, store: upcastingStore(kept, UPCASTERS) }
}

test('events of every older version are read in the form of today, from a stream and from the log', async () => {
  const { store } = await logOf(
    greeting({ name: 'Robert Brown' }),
    greeting({ first: 'Robert', last: 'Brown' }, 2),
    greeting(TODAY, 3),
  )
  expect((await store.read('fans')).map(({ data }) => data)).toEqual([TODAY, TODAY, TODAY])
  expect((await wholeLog(store)).map(({ data }) => data)).toEqual([TODAY, TODAY, TODAY])
})

test('what is kept stays as it was written', async () => {
  const { kept, store } = await logOf(greeting({ name: 'Robert Brown' }))
  await store.read('fans')
  expect((await kept.read('fans'))[0]?.data).toEqual({ name: 'Robert Brown' })
})

test('an event of a version that is yet to come is refused, not misread', async () => {
  const { store } = await logOf(greeting(TODAY, 4))
  await expect(store.read('fans')).rejects.toThrow(
    /has schema version 4: it needs a newer version of this program/,
  )
})

test('a type that never changed is at its first version, one that changed twice at its third', () => {
  expect(schemaVersionOf('PickSubmitted', UPCASTERS)).toBe(1)
  expect(schemaVersionOf('FanGreeted', UPCASTERS)).toBe(3)
})
