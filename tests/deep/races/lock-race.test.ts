import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventStore, RecordedEvent } from '../../../platform/event-store/event-store.ts'
import { createMemoryEventStore } from '../../support/memory-event-store.ts'
import { again, depth, report, SEED } from '../depth.ts'
import { beginVirtualTime, type VirtualTime } from '../simulation/virtual-time.ts'
import { raceAroundLock, type Spoiled } from './lock-race.ts'
import { LOCKS_AT, type LockRoutes, links, openLockRoutes, openRound, ROUND, SEASON } from './lock-routes.ts'

const RACES = depth({ gate: 100, deep: 10_000 })

let routes: LockRoutes
let time: VirtualTime

beforeAll(async () => {
  routes = await openLockRoutes()
  time = beginVirtualTime(LOCKS_AT)
})
afterAll(async () => {
  time?.end()
  await routes?.close()
})

async function findings(count: number, first: number): Promise<string[]> {
  const found: string[] = []
  for (let seed = first; seed < first + count; seed += 1) {
    const wrong = await raceAroundLock(routes, time, seed)
    if (wrong.length > 0) found.push([...wrong, `again: ${again('races', seed)}`].join('\n  '))
  }
  return found
}

/** What the first of so many orders that shows the fault has to say. */
async function firstFinding(count: number, fault: Spoiled): Promise<string> {
  for (let seed = 1; seed <= count; seed += 1) {
    const wrong = await raceAroundLock(routes, time, seed, fault)
    if (wrong.length > 0) return wrong.join('\n')
  }
  return 'nothing'
}

test(`${RACES} orders of picks and locks: every pick that was answered as saved counts, and no other`, async () => {
  const found = await findings(RACES, SEED)
  report({ races: RACES })
  expect(found).toEqual([])
})

describe('the race notices', () => {
  test('a lock of which nobody knows where it is in the log', async () => {
    expect(await firstFinding(500, { store: withoutPlaces })).toMatch(/was told/)
  })

  test('a lock that is known an hour late', async () => {
    expect(await firstFinding(50, { store: anHourLate })).toMatch(/was not in time/)
  })

  test('a log that forgets picks when all is over', async () => {
    const forgotten = (log: EventStore): EventStore => {
      const elsewhere = createMemoryEventStore()
      const at = (stream: string) => (stream.startsWith('pick-') ? elsewhere : log)
      return {
        ...log,
        append: (stream, ...rest) => at(stream).append(stream, ...rest),
        read: (stream, from) => at(stream).read(stream, from),
      }
    }
    expect(await firstFinding(20, { store: forgotten })).toMatch(/was told that .+ is saved/)
  })
})

const withoutPlaces = (store: EventStore): EventStore => ({
  ...store,
  read: async (stream, from) =>
    (await store.read(stream, from)).map(({ position: _, ...event }) => event as RecordedEvent),
})

const anHourLate = (store: EventStore): EventStore => ({
  ...store,
  read: async (stream, from) =>
    (await store.read(stream, from)).map((event) =>
      event.type === 'RoundCreated'
        ? { ...event, data: { ...(event.data as object), locksAt: '2027-03-10T19:00:00.000Z' } }
        : event,
    ),
})

test('a pick whose sport is deleted as soon as it is saved is answered as saved', async () => {
  const log = createMemoryEventStore()
  await time.until(openRound(log))
  time.set('2027-03-10T17:00:00.000Z')
  const deleteBehind = async (...append: Parameters<EventStore['append']>) => {
    const appended = await log.append(...append)
    const metadata = { ...append[1][0]?.metadata } as never
    const data = { roundId: ROUND, deletedAt: '2027-03-10T17:00:00.000Z' }
    const id = 'a4d8b3f6-7c55-4c55-9a46-6f0e5c4e7b10'
    await log.append(`season-${SEASON}`, [{ id, type: 'RoundDeleted', data, metadata }], 'stream_exists')
    return appended
  }
  const process = { store: { ...log, append: deleteBehind }, clockOffMs: 0 }
  routes.use([process, process])
  const token = links.pick.tokenFor({ seasonId: SEASON, roundId: ROUND, playerId: 1 })
  const answer = routes.apps[0].inject({
    method: 'POST',
    url: `/picks/${token}`,
    payload: { picks: ['Reds'] },
  })
  const { statusCode, body } = await time.until(Promise.resolve(answer))
  expect({ statusCode, ...JSON.parse(body) }).toMatchObject({
    statusCode: 200,
    pickItems: [{ pickNumber: 1, pickValue: 'Reds' }],
  })
})
