import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { START } from '../../platform/event-store/event-store.ts'
import { followLog, type Tail } from '../../platform/event-store/postgres/log-tail.ts'
import { createNotifier } from '../../platform/notifier.ts'

describe('a reader of the log', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function following(readBatch: Tail['readBatch']) {
    const stop = new AbortController()
    const notifier = createNotifier()
    const errors: unknown[] = []
    const onError = (error: unknown) => void errors.push(error)
    const batches = followLog({
      after: START,
      signal: stop.signal,
      notifier,
      readBatch,
      head: async () => START,
      pollMs: 500,
      batchEvents: 2,
      onError,
    })
    return { batches, stop, notifier, errors }
  }

  test('leaves no timer and no waiting behind when it is aborted', async () => {
    const { batches, stop } = following(async () => [])
    const next = batches.next()
    await vi.advanceTimersByTimeAsync(1_200)
    expect(vi.getTimerCount()).toBe(1)
    stop.abort()
    expect(await next).toEqual({ done: true, value: undefined })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('never misses a ring that came while it was looking', async () => {
    const looks: (() => void)[] = []
    const { batches, stop, notifier } = following(
      () => new Promise((resolve) => looks.push(() => resolve([]))),
    )
    const next = batches.next()
    notifier.notify()
    looks[0]?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(looks).toHaveLength(2)
    stop.abort()
    looks[1]?.()
    await next
  })

  test('tells a failed read and tries again, for as long as it takes', async () => {
    let failures = 0
    const { batches, errors, stop } = following(async () => {
      if (failures === 12) return []
      failures += 1
      throw new Error('The database is away')
    })
    const next = batches.next()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(errors).toHaveLength(12)
    stop.abort()
    await next
  })
})
