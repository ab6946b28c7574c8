import { createHash, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPrivateSchema } from '../../platform/database/private-schema.ts'
import { erasePerson } from '../../platform/erasing/erasing.ts'
import { digestOf } from '../../platform/event-store/event-digest.ts'
import type { EventStore, RecordedEvent } from '../../platform/event-store/event-store.ts'
import {
  headsOf,
  latestSeal,
  restartChain,
  sealForPosition,
  sealLog,
} from '../../platform/integrity/hash-chain.ts'
import { allSeals, checkSeals } from '../../platform/integrity/hash-chain-check.ts'
import { findLostEvents } from '../../platform/integrity/lost-events.ts'
import { provenHeads } from '../../platform/integrity/proven-heads.ts'
import { later } from '../../platform/time/clock.ts'
import { settableClock } from '../support/clock.ts'
import { someEvent, someEvents } from '../support/events.ts'
import { embeddedLog, type LogForTest, wholeLog } from '../support/log.ts'
import { createMemoryEventStore } from '../support/memory-event-store.ts'

const NOW = '2027-01-10T12:00:00.000Z'
const PEOPLE = [1, 2, 3]

/** What happens to a log, in this order. */
type Step =
  | { do: 'append'; stream: number; count: number }
  | { do: 'person'; id: number; count: number }
  | { do: 'erase'; id: number }
  | { do: 'seal'; afterMs: number }

const person = fc.constantFrom(...PEOPLE)
const count = fc.integer({ min: 1, max: 4 })
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('append' as const), stream: fc.nat(3), count }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('person' as const), id: person, count }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const), id: person }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('seal' as const), afterMs: fc.nat(90_000) }),
    },
  ),
  { maxLength: 30 },
)

let log: LogForTest
beforeAll(async () => {
  log = await embeddedLog()
})
afterAll(() => log?.close())

describe('the heads of the hash chain', () => {
  test('follow from the events and their order alone, whenever they were sealed and however they fell into seals', async () => {
    await fc.assert(
      fc.asyncProperty(
        steps,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }),
        async (plan, borders) => {
          await loseSeals()
          const store = createMemoryEventStore()
          const everything = await carryOut(store, plan)
          const heads = await sealedHeads()
          expect(heads).toEqual(headsByHand(everything))

          await loseSeals()
          for (let start = 0, turn = 0; start < everything.length + 1; turn += 1) {
            start += borders[turn % borders.length] ?? 1
            await sealLog({ ...parts(store, later(NOW, turn * 1_000)), store: upToEvent(store, start) })
          }
          await sealLog(parts(store, later(NOW, 3_600_000)))
          expect(await sealedHeads(), 'made again from the log alone').toEqual(heads)

          const proven = provenHeads(parts(store))
          for (const [index, head] of heads.entries())
            expect(await proven.find(head)).toMatchObject({
              covers: { events: index + 1 },
              stillVerifies: true,
            })
        },
      ),
      { numRuns: 60 },
    )
  }, 120_000)
})

test('are all there for each of several who seal at once, however many seals it takes', async () => {
  await loseSeals()
  const store = createMemoryEventStore()
  for (let append = 0; append < 20; append += 1) await store.append('round-1', someEvents(2), 'any')
  const head = await store.head()
  const sealing = Array.from({ length: 5 }, async () => {
    await sealLog(parts(store))
    return sealForPosition(log.database.kysely, head)
  })
  const all = headsByHand(await wholeLog(store))
  expect((await Promise.all(sealing)).map((seal) => seal?.head)).toEqual(Array(5).fill(all.at(-1)))
  expect(await sealedHeads()).toEqual(all)
})

test('are made once for all who ask, again for what is new, and anew after a minute', async () => {
  await loseSeals()
  const store = createMemoryEventStore()
  const readFrom: string[] = []
  let shown = (event: RecordedEvent) => event
  const watched: EventStore = {
    ...store,
    subscribe: async function* (options) {
      readFrom.push(options.after)
      for await (const batch of store.subscribe(options)) yield batch.map((event) => shown(event))
    },
  }
  const clock = settableClock(NOW)
  const proven = provenHeads({ ...parts(watched), clock })
  await store.append('round-1', someEvents(3), 'any')
  await sealLog(parts(store))
  const end = await store.head()
  const [, second = '', third = ''] = await sealedHeads()
  const asked = await Promise.all(Array.from({ length: 50 }, () => proven.find(third)))
  expect(new Set(asked.map((found) => found?.stillVerifies))).toEqual(new Set([true]))
  expect(await proven.find('ab'.repeat(32))).toBeNull()
  expect(readFrom).toEqual([''])

  await store.append('round-1', someEvents(1), 'any')
  await sealLog(parts(store))
  expect(await proven.find((await sealedHeads())[3] ?? '')).toMatchObject({ covers: { events: 4 } })
  expect(readFrom).toEqual(['', end])

  shown = (event) => (event.revision === 2 ? { ...event, data: 'another' } : event)
  clock.advance(59_999)
  expect((await proven.find(third))?.stillVerifies).toBe(true)
  clock.advance(60_000)
  expect((await proven.find(third))?.stillVerifies).toBe(false)
  expect((await proven.find(second))?.stillVerifies).toBe(true)
  expect(readFrom).toEqual(['', end, ''])
})

test('go on from the last event that is left when the log has lost some, and those before are of no use', async () => {
  await loseSeals()
  const { kysely } = log.database
  const before = createMemoryEventStore()
  const events = someEvents(4)
  await before.append('round-1', events, 'any')
  await sealLog(parts(before))
  const lost = (await sealedHeads()).slice(2)
  const restored = createMemoryEventStore()
  await restored.append('round-1', events.slice(0, 2), 'any')
  const { common } = await findLostEvents(kysely, restored, () => {})
  await forgetSealed()
  await restartChain(kysely, common, NOW)
  await restored.append('round-1', someEvents(3), 'any')
  await sealLog(parts(restored))

  const all = await wholeLog(restored)
  const heads = headsByHand(all)
  expect((await latestSeal(kysely))?.head).toBe(heads.at(-1))
  expect((await sealForPosition(kysely, all[1]?.position ?? ''))?.head).toBe(heads[1])
  expect((await sealForPosition(kysely, all[2]?.position ?? ''))?.head).toBe(heads.at(-1))
  const proven = provenHeads(parts(restored))
  for (const [index, head] of heads.entries())
    expect(await proven.find(head)).toMatchObject({ covers: { events: index + 1 }, stillVerifies: true })
  for (const head of lost) expect(await proven.find(head)).toMatchObject({ stillVerifies: false })
  const { discrepancies } = await checkSeals({ kysely, store: restored, now: NOW })
  expect(discrepancies).toMatchObject([{ kind: 'missing', count: 2 }])
})

test('are not made again in silence when somebody has deleted seals', async () => {
  await loseSeals()
  const store = createMemoryEventStore()
  await store.append('round-1', someEvents(3), 'any')
  await sealLog(parts(store))
  const heads = await sealedHeads()
  await deleteSeals()
  await expect(sealLog(parts(store))).rejects.toThrow(
    /^Seals were deleted: .*, and there are no seals\. npm run/,
  )
  expect(await sealedHeads()).toEqual([])
  await forgetSealed()
  await sealLog(parts(store))
  expect(await sealedHeads()).toEqual(heads)
})

/** Everything that ever was in the log, also what is erased by now. */
async function carryOut(store: EventStore, plan: readonly Step[]): Promise<RecordedEvent[]> {
  const everything = new Map<string, RecordedEvent>()
  const gone = new Set<number>()
  let now = NOW
  for (const step of plan) {
    if (step.do === 'append') {
      await store.append(`round-${step.stream}`, someEvents(step.count), 'any')
    } else if (step.do === 'person' && !gone.has(step.id)) {
      const stream = `player-${step.id}`
      const isNew = (await store.read(stream)).length === 0
      const added = { ...someEvent({ playerId: step.id, name: 'Ann', email: null }), type: 'PlayerAdded' }
      await store.append(stream, isNew ? [added] : renamed(step.count), 'any')
    } else if (
      step.do === 'erase' &&
      !gone.has(step.id) &&
      (await store.read(`player-${step.id}`)).length > 0
    ) {
      await note()
      const command = { id: randomUUID(), actor: { kind: 'system' }, occurredAt: now } as const
      const privateSchema = openPrivateSchema(log.database.kysely)
      await erasePerson(
        { store, rawEventStore: store, kysely: log.database.kysely, privateSchema },
        { kind: 'player', id: step.id },
        command,
      )
      gone.add(step.id)
    } else if (step.do === 'seal') {
      now = later(now, step.afterMs)
      await sealLog(parts(store, now))
    }
    await note()
  }
  await sealLog(parts(store, now))
  return [...everything.values()]

  async function note() {
    for (const event of await wholeLog(store)) if (!everything.has(event.id)) everything.set(event.id, event)
  }
}

const renamed = (times: number) =>
  someEvents(times).map((event, index) => ({
    ...event,
    type: 'PlayerRenamed',
    data: { name: `Ann ${index}` },
  }))

/** As the specification of a head has it, in code of its own. */
function headsByHand(events: readonly RecordedEvent[]): string[] {
  let head = Buffer.alloc(32)
  return events.map((event) => {
    head = createHash('sha256')
      .update(Buffer.concat([head, Buffer.from(digestOf(event), 'base64url')]))
      .digest()
    return head.toString('hex')
  })
}

async function sealedHeads(): Promise<string[]> {
  const heads: Buffer[] = []
  for await (const { digests } of allSeals(log.database.kysely))
    heads.push(...headsOf(heads.at(-1) ?? Buffer.alloc(32), digests))
  return heads.map((head) => head.toString('hex'))
}

/** As with a database that was restored from before them. */
async function loseSeals() {
  await deleteSeals()
  await forgetSealed()
}

async function deleteSeals() {
  const { pool } = log.database
  await pool.query('alter table log.seals disable trigger all')
  await pool.query('delete from log.seals')
  await pool.query('alter table log.seals enable trigger all')
}

const forgetSealed = () =>
  openPrivateSchema(log.database.kysely).deleteFrom('checkpoints').where('name', '=', 'seals').execute()

const parts = (store: EventStore, now = NOW) => ({
  ...{ kysely: log.database.kysely, store, clock: settableClock(now) },
})

/** The log as it stood when it had so many of the events that are there, in the middle of an append as well. */
function upToEvent(store: EventStore, events: number): EventStore {
  return {
    ...store,
    head: async () => (await wholeLog(store)).slice(0, events).at(-1)?.position ?? '',
    subscribe: async function* (options) {
      for await (const batch of store.subscribe(options))
        yield batch.filter(({ position }) => position > options.after)
    },
  }
}
