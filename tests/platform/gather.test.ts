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
  }
}

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
