import { expect, test } from 'vitest'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { withStreamsRead } from '../../platform/event-store/streams.ts'
import { someEvent } from '../support/events.ts'
import { createMemoryEventStore } from '../support/memory-event-store.ts'

test('work that looks into the log is done with the streams that it asks for, each read while no work is done', async () => {
  const store = createMemoryEventStore()
  for (const stream of ['season-1', 'settings']) await store.append(stream, [someEvent({ stream })], 'any')
  let isAtWork = false
  const readBetween: string[] = []
  const watched: EventStore = {
    ...store,
    read: (stream) => {
      expect(isAtWork, `${stream} is read within the work`).toBe(false)
      readBetween.push(stream)
      return store.read(stream)
    },
  }
  const counts = await withStreamsRead(watched, async (log) => {
    isAtWork = true
    try {
      const streams = [await log.read('season-1'), await log.read('settings'), await log.read('season-2')]
      return streams.map(({ length }) => length)
    } finally {
      isAtWork = false
    }
  })
  expect(counts).toEqual([1, 1, 0])
  expect(readBetween).toEqual(['season-1', 'settings', 'season-2'])
})

test('work whose streams are known ahead is done once', async () => {
  const store = createMemoryEventStore()
  const ahead = ['season-1', 'season-2', 'settings']
  let times = 0
  await withStreamsRead(
    store,
    async (log) => {
      times += 1
      for (const stream of ahead) await log.read(stream)
    },
    ahead,
  )
  expect(times).toBe(1)
})

test('what else the work throws is thrown', async () => {
  const failing = withStreamsRead(createMemoryEventStore(), async () => {
    throw new Error('no mail can be made of it')
  })
  await expect(failing).rejects.toThrow('no mail can be made of it')
})
