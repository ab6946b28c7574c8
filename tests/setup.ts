import fc from 'fast-check'
import { afterAll, beforeAll, expect, vi } from 'vitest'

fc.configureGlobal({ seed: Number(process.env.SEED) })

/** What one file could leave behind for the next in the same process. */
const traces = () => ({
  clock: Date,
  chance: Math.random,
  fetch: globalThis.fetch,
  timers: [setTimeout, setInterval, setImmediate],
  folder: process.cwd(),
  environment: JSON.stringify({ ...process.env, TEST_TEMPLATE: undefined }),
  globals: Object.getOwnPropertyNames(globalThis).filter((name) => !/vitest|REACT/.test(name)),
  signals: ['SIGTERM', 'SIGINT', 'uncaughtException', 'unhandledRejection'].map((name) =>
    process.listenerCount(name),
  ),
  servers: process.getActiveResourcesInfo().filter((name) => /Server|Process/.test(name)),
})

let before: ReturnType<typeof traces>
beforeAll(() => {
  before = traces()
})
afterAll(async () => {
  await vi.waitFor(() => expect(traces(), 'left behind by this file').toEqual(before), { timeout: 20_000 })
})
