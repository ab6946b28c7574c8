import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { createMemoryEventStore } from '../support/memory-event-store.ts'
import { eventStoreContract, failedCases } from './event-store-contract.ts'

const PATIENCE_MS = 400

const caseNamed = (part: string) => eventStoreContract().find(({ name }) => name.includes(part))?.name

test('the suite passes a store that keeps the contract', async () => {
  expect(await failedCases({ store: createMemoryEventStore(), patienceMs: 5_000 })).toEqual([])
})

test('the suite rejects a store that ignores no_stream', async () => {
  const failed = await failedCases({ store: withoutNoStream(), patienceMs: 5_000 })
  expect(failed).toEqual([caseNamed('a stream at revision 2 expecting no_stream')])
})

test('the suite rejects a store that loses the second event of an append', async () => {
  const failed = await failedCases({ store: withoutSecondEvent(), patienceMs: PATIENCE_MS })
  expect(failed).toEqual(
    expect.arrayContaining([caseNamed('all events of an append'), caseNamed('forty parallel writers')]),
  )
})

test('the suite rejects a store whose order is not the order of its commits', async () => {
  const failed = await failedCases({ store: visibleOutOfOrder(), patienceMs: PATIENCE_MS })
  expect(failed).toContain(caseNamed('forty parallel writers'))
})

function withoutNoStream(): EventStore {
  const store = createMemoryEventStore()
  return {
    ...store,
    append: (stream, events, expected, ...rest) =>
      store.append(stream, events, expected === 'no_stream' ? 'any' : expected, ...rest),
  }
}

function withoutSecondEvent(): EventStore {
  const store = createMemoryEventStore()
  return {
    ...store,
    append: (stream, events, expected, ...rest) =>
      store.append(stream, events.toSpliced(1, 1), expected, ...rest),
  }
}

/** As a sequence without a lock: every third append becomes visible later than those that drew their numbers after it. */
function visibleOutOfOrder(): EventStore {
  let appends = 0
  return createMemoryEventStore({
    beforeVisible: async () => {
      appends += 1
      if (appends % 3 !== 0) return
      for (let turn = 0; turn < 20; turn += 1) await setImmediate()
    },
  })
}
