import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { gather } from '../../platform/in-batches.ts'
import { createNotifier } from '../../platform/notifier.ts'

/** Says each item when it is told to, and ends when it is stopped. */
function sourceOf() {
  const items: number[][] = []
  const moves = createNotifier()
  const stopping = new AbortController()
  let taken = 0
  async function* source() {
    while (!stopping.signal.aborted) {
      const heard = moves.count()
      const next = items.shift()
      if (next) {
        taken += 1
        yield next
      } else await moves.wait({ heard, signal: stopping.signal })
    }
  }
  return {
    gathered: (waitingMax: number) =>
      gather(source(), { batchMax: 3, waitingMax, stop: () => stopping.abort() }),
    say: async (...batches: number[][]) => {
      items.push(...batches)
      moves.notify()
      for (let turn = 0; turn < 3; turn += 1) await setImmediate()
    },
    taken: () => taken,
    isStopped: () => stopping.signal.aborted,
  }
}

test('what comes while one is at work is taken together, in order', async () => {
  const { gathered, say } = sourceOf()
  const batches = gathered(100)
  const first = batches.next()
  await say([1])
  expect((await first).value).toEqual([1])
  await say([2], [3, 4], [5, 6])
  expect((await batches.next()).value).toEqual([2, 3, 4])
  expect((await batches.next()).value).toEqual([5, 6])
})

test('no more is read than may wait', async () => {
  const { gathered, say, taken } = sourceOf()
  const batches = gathered(3)
  const first = batches.next()
  await say([1])
  await first
  await say([2, 3], [4], [5], [6])
  expect(taken()).toBe(3)
  expect((await batches.next()).value).toEqual([2, 3, 4])
  await setImmediate()
  expect((await batches.next()).value).toEqual([5, 6])
})

test('who takes no more stops the source', async () => {
  const { gathered, say, isStopped } = sourceOf()
  const batches = gathered(100)
  const first = batches.next()
  await say([1])
  await first
  await batches.return()
  expect(isStopped()).toBe(true)
})

test('what breaks the source is thrown once what came before it is taken', async () => {
  async function* breaking() {
    yield [1]
    throw new Error('The log is away')
  }
  const batches = gather(breaking(), { batchMax: 100, waitingMax: 100 })
  expect((await batches.next()).value).toEqual([1])
  await expect(batches.next()).rejects.toThrow('The log is away')
})
