import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPrivateSchema } from '../../platform/database/private-schema.ts'
import { erasePerson } from '../../platform/erasing/erasing.ts'
import { digestOf } from '../../platform/event-store/event-digest.ts'
import { erasedEventOf } from '../../platform/integrity/erased-places.ts'
import {
  headOf,
  latestSeal,
  openSeals,
  placesInChain,
  sealForPosition,
  sealLog,
} from '../../platform/integrity/hash-chain.ts'
import { checkSeals, type LogCheck } from '../../platform/integrity/hash-chain-check.ts'
import { provenHeads } from '../../platform/integrity/proven-heads.ts'
import { onBothDatabases } from '../support/both-databases.ts'
import { settableClock } from '../support/clock.ts'
import { someEvent as newEvent } from '../support/events.ts'
import { appendEveryEvent } from '../support/every-event.ts'
import { type LogForTest, wholeLog } from '../support/log.ts'

onBothDatabases('the seals over a log', sealTests)

/** One history; what a test tampers with it puts back. */
function sealTests(makeLog: () => Promise<LogForTest>) {
  const clock = settableClock('2027-01-10T12:00:00.000Z')
  let log: LogForTest
  const parts = () => ({ kysely: log.database.kysely, store: log.store, clock, now: clock.now() })
  const check = () => checkSeals(parts())

  beforeAll(async () => {
    log = await makeLog()
    await appendEveryEvent(log.store, clock)
    await sealLog(parts())
  })
  afterAll(() => log?.close())

  test('cover every event, and fit', async () => {
    const events = (await wholeLog(log.store)).length
    expect(await check()).toEqual({
      ...{ events, unsealed: 0, erased: 0, discrepancies: [] },
      seals: expect.any(Number),
      head: expect.stringMatching(/^[0-9a-f]{64}$/),
      heads: new Map(),
    })
  })

  test('fit while others write and seal', async () => {
    const before = await check()
    const head = async () => {
      const found = await log.store.head()
      await log.store.append(`meanwhile-${randomUUID()}`, [newEvent({})], 'no_stream')
      await sealLog(parts())
      return found
    }
    expect(await checkSeals({ ...parts(), store: { ...log.store, head } })).toEqual(before)
  })

  test('say of the head of any lock that it belongs to this log, and of another that it does not', async () => {
    const lock = (await wholeLog(log.store)).find(({ type }) => type === 'RoundLocked')
    const seal = await sealForPosition(log.database.kysely, lock?.position ?? '')
    const { head = '', ...place } = seal ?? {}
    const { heads } = await checkSeals({ ...parts(), heads: [head, 'ab'.repeat(32)] })
    expect([...heads]).toEqual([[head, place]])
  })

  test('have heads that follow from the events alone, however they were sealed', async () => {
    const events = await wholeLog(log.store)
    const digests = events.map((event) => Buffer.from(digestOf(event), 'base64url'))
    const count = digests.length - 3
    // As from a copy of the log whose seals were lost, after another number of events.
    const head = headOf(
      headOf(Buffer.alloc(32), digests[0] ?? Buffer.alloc(0)),
      Buffer.concat(digests.slice(1, count)),
    )
    const { heads } = await checkSeals({ ...parts(), heads: [head.toString('hex')] })
    expect([...heads.values()]).toMatchObject([{ events: count }])
    expect(
      await openSeals(log.database.kysely).selectFrom('seals').select('events').execute(),
    ).not.toContainEqual({
      events: count,
    })
  })

  test('name the one event of which a single byte was changed', async () => {
    const pick = await someEvent('PickSubmitted')
    await tampering(
      `update log.events set data = replace(data::text, 'Reds', 'Rods')::json where position = ${pick.position}`,
      `update log.events set data = replace(data::text, 'Rods', 'Reds')::json where position = ${pick.position}`,
      ({ discrepancies }) => expect(discrepancies).toEqual([{ kind: 'changed', seal: 1, event: pick }]),
    )
  })

  test('name an event whose actor was changed', async () => {
    const result = await someEvent('RoundCompleted')
    const swap = (from: number, to: number) => `
      update log.events set metadata = replace(metadata::text, '"id":${from}}', '"id":${to}}')::json
      where position = ${result.position}`
    await tampering(swap(1, 9), swap(9, 1), ({ discrepancies }) =>
      expect(discrepancies).toEqual([{ kind: 'changed', seal: 1, event: result }]),
    )
  })

  test('name the event before which another is missing', async () => {
    const events = await wholeLog(log.store)
    const at = events.findIndex(({ type }) => type === 'PickEntered')
    const { position = '' } = events[at] ?? {}
    const following = events[at + 1]
    await tampering(
      `create table log.aside as select * from log.events where position = ${position};
       delete from log.events where position = ${position}`,
      'insert into log.events select * from log.aside; drop table log.aside',
      ({ discrepancies }) =>
        expect(discrepancies).toEqual([
          { kind: 'missing', count: 1, seal: 1, before: expect.objectContaining(placeOf(following)) },
        ]),
    )
  })

  test('name an event that was put in later', async () => {
    const events = await wholeLog(log.store)
    const hole = events.findIndex(
      ({ position }, index) => Number(events[index + 1]?.position) > Number(position) + 1,
    )
    const free = Number(events[hole]?.position) + 1
    await tampering(
      `insert into log.events (position, append_end, stream, revision, event_id, type, data, metadata)
       values (${free}, ${free}, 'pick-9-9', 0, '${randomUUID()}', 'PickEntered', '{}', '{}')`,
      `delete from log.events where position = ${free}`,
      ({ discrepancies }) =>
        expect(discrepancies).toEqual([
          { kind: 'added', seal: 1, event: expect.objectContaining({ stream: 'pick-9-9', revision: 0 }) },
        ]),
    )
  })

  test('name events that have changed places', async () => {
    const [first, second] = (await wholeLog(log.store)).filter(({ type }) => type === 'PickSubmitted')
    const swap = `
      update log.events set position = 900000 where position = ${first?.position};
      update log.events set position = ${first?.position} where position = ${second?.position};
      update log.events set position = ${second?.position} where position = 900000`
    await tampering(swap, swap, ({ discrepancies }) => {
      expect(discrepancies).toContainEqual(
        expect.objectContaining({
          kind: 'moved',
          event: expect.objectContaining({ stream: second?.stream }),
        }),
      )
    })
  })

  test('show that one of them was changed', async () => {
    await tampering(
      `create table log.kept as select head from log.seals where number = 1;
       update log.seals set head = sha256(head) where number = 1`,
      'update log.seals set head = (select head from log.kept) where number = 1; drop table log.kept',
      ({ discrepancies }) =>
        // The next one rests on it.
        expect(discrepancies).toEqual(
          [1, 2].map((seal) => ({ kind: 'seal', seal, what: expect.stringContaining('does not follow') })),
        ),
    )
  })

  test('fit as well when a person has been erased, of whom nothing is left', async () => {
    const privateSchema = openPrivateSchema(log.database.kysely)
    const command = { id: randomUUID(), actor: { kind: 'system' }, occurredAt: clock.now() } as const
    const stores = { ...parts(), rawEventStore: log.store, privateSchema }
    await erasePerson(stores, { kind: 'player', id: 2 }, command)
    expect(JSON.stringify(await wholeLog(log.store))).not.toMatch(/bobby?/i)
    expect(await check()).toMatchObject({ discrepancies: [], erased: 3, unsealed: 1 })
    await sealLog(parts())
    expect(await check()).toMatchObject({ discrepancies: [], erased: 3, unsealed: 0 })
  })

  test('are made once when two processes seal at once', async () => {
    const command = { id: randomUUID(), actor: { kind: 'system' }, occurredAt: clock.now() } as const
    const stores = {
      ...parts(),
      rawEventStore: log.store,
      privateSchema: openPrivateSchema(log.database.kysely),
    }
    await erasePerson(stores, { kind: 'player', id: 4 }, command)
    const { seals } = await check()
    await Promise.all([sealLog(parts()), sealLog(parts())])
    expect(await check()).toMatchObject({ discrepancies: [], unsealed: 0, seals: seals + 1 })
  })

  test('cannot be changed like anything else', async () => {
    const { pool } = log.database
    await expect(pool.query('update log.seals set number = 0')).rejects.toThrow(/append only/)
    await expect(pool.query('delete from log.seals')).rejects.toThrow(/append only/)
    await expect(pool.query('truncate log.seals')).rejects.toThrow(/append only/)
  })

  test('excuse nothing but events of a person, whatever an erasure claims', async () => {
    const events = await wholeLog(log.store)
    const pick = events.find(({ type }) => type === 'PickSubmitted')
    if (!pick) throw new Error('There is no pick to take away')
    const taken = events.filter(({ stream }) => stream === pick.stream)
    const claim = {
      type: 'AdminErased',
      data: { adminId: 999, events: taken.map((event) => erasedEventOf(event)) },
    }
    await log.store.append('erasures', [{ ...pick, ...claim, id: randomUUID() }], 'any')
    await log.store.tombstone(pick.stream)
    await sealLog(parts())
    const { discrepancies } = await check()
    const missing = discrepancies.flatMap((discrepancy) =>
      discrepancy.kind === 'missing' ? [discrepancy.count] : [],
    )
    expect(missing.reduce((sum, count) => sum + count, 0)).toBe(taken.length)
  })

  test('excuse no event by the erasure of somebody else, also behind a head that somebody kept', async () => {
    const { kysely, pool } = log.database
    const ofAnn = (await wholeLog(log.store)).filter(({ stream }) => stream === 'player-1')
    const last = ofAnn.at(-1)
    if (!last) throw new Error('There is no event to take away')
    const [place] = (await placesInChain(kysely, [last])) ?? []
    const head = (await latestSeal(kysely))?.head ?? ''
    const { discrepancies: before } = await check()
    await pool.query('alter table log.events disable trigger all')
    await pool.query('delete from log.events where event_id = $1', [last.id])
    await pool.query('alter table log.events enable trigger all')
    await log.store.tombstone('player-77')
    const claim = {
      type: 'PlayerErased',
      data: { playerId: 77, events: [erasedEventOf(last, place)], wasRemoved: true },
    }
    await log.store.append('erasures', [{ ...last, ...claim, id: randomUUID() }], 'any')
    await sealLog(parts())

    const { discrepancies } = await check()
    expect(discrepancies.slice(before.length)).toMatchObject([{ kind: 'missing', count: 1 }])
    expect(await provenHeads(parts()).find(head)).toMatchObject({ stillVerifies: false })
  })

  async function someEvent(type: string) {
    return placeOf((await wholeLog(log.store)).find((event) => event.type === type))
  }

  /** As somebody would who has the whole database to himself. */
  async function tampering(change: string, revert: string, expectIt: (found: LogCheck) => void) {
    const { pool } = log.database
    const withoutTriggers = async (statements: string) => {
      for (const table of ['events', 'seals'])
        await pool.query(`alter table log.${table} disable trigger all`)
      for (const statement of statements.split(';')) await pool.query(statement)
      for (const table of ['events', 'seals']) await pool.query(`alter table log.${table} enable trigger all`)
    }
    await withoutTriggers(change)
    const found = await check()
    await withoutTriggers(revert)
    expectIt(found)
    expect((await check()).discrepancies).toEqual([])
  }
}

function placeOf(event: (Record<'position' | 'stream' | 'type', string> & { revision: number }) | undefined) {
  if (!event) throw new Error('There is no such event')
  const { position, stream, revision, type } = event
  return { position, stream, revision, type }
}
