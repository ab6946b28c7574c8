import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventStore, Expected, RecordedEvent } from '../../../platform/event-store/event-store.ts'
import { playSeason } from './season.ts'
import type { Sabotage } from './season-run.ts'
import { openSimulatedServer, type SimulatedServer } from './simulated-server.ts'

// Each of these breaks one promise, and the simulation must notice: else its silence would say nothing.

const SEEDS_MAX = 200

let server: SimulatedServer

beforeAll(async () => {
  server = await openSimulatedServer()
})
afterAll(async () => {
  await server?.close()
})

/** What is found first in some seasons that are spoiled in one way. */
async function firstFindings(sabotage: Sabotage): Promise<string> {
  for (let seed = 1; seed <= SEEDS_MAX; seed += 1) {
    const { violations } = await playSeason(server, seed, sabotage)
    if (violations.length > 0) return violations.join('\n')
  }
  return 'nothing'
}

describe('the simulation notices', () => {
  test('a log that answers an append which it never made', async () => {
    const found = await firstFindings({
      log: (log, chance) => ({
        ...log,
        append: async (stream, events, expected, lastIdsOf) =>
          stream.startsWith('season-') && events.some(isOfRound) && chance.happens(0.5)
            ? { revision: revisionAfter(expected, events.length), position: await log.head() }
            : log.append(stream, events, expected, lastIdsOf),
      }),
    })
    expect(found).toMatch(/was acknowledged and is not in the log|but 0 of/)
  })

  test('a lock rule that is an hour late', async () => {
    const found = await firstFindings({ log: (log) => ({ ...log, read: later(log) }) })
    expect(found).toMatch(/was answered as saved at .+, and was not in time|was in time/)
  })

  test('a projector that never hears of a batch', async () => {
    const found = await firstFindings({
      projected: (store, chance) => ({
        ...store,
        subscribe: async function* (options) {
          for await (const batch of store.subscribe(options)) {
            // Nobody misses what comes last: then the tables would only be behind.
            const isSkipped = batch.length > 1 && chance.happens(0.5)
            yield isSkipped ? batch.slice(1) : batch
          }
        },
      }),
    })
    expect(found).toMatch(/is not what a replay gives/)
  })

  test('a mail server of which is told that it refused what it took', async () => {
    const found = await firstFindings({
      mailer: (mailer) => ({
        ...mailer,
        send: async (mail, handOver) => {
          const delivery = await mailer.send(mail, handOver)
          return delivery.state === 'sent' ? { state: 'refused', reply: 'No', final: false } : delivery
        },
      }),
    })
    expect(found).toMatch(/was handed over \d+ times|was taken, and handed over again/)
  })
})

const revisionAfter = (expected: Expected, events: number) =>
  (typeof expected === 'number' ? expected : -1) + events

const isOfRound = ({ data }: { data: unknown }) =>
  typeof data === 'object' && data !== null && 'roundId' in data

/** Whoever decides takes the lock to come an hour later than everybody was told. */
const later =
  (log: EventStore): EventStore['read'] =>
  async (stream, from) =>
    (await log.read(stream, from)).map((event) => ({ ...event, data: anHourLater(event) }))

function anHourLater({ data }: RecordedEvent): unknown {
  if (typeof data !== 'object' || data === null || !('locksAt' in data)) return data
  return { ...data, locksAt: new Date(Date.parse(`${data.locksAt}`) + 3_600_000).toISOString() }
}
