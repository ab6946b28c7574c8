import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPrivateSchema } from '../../platform/database/private-schema.ts'
import { erasePerson } from '../../platform/erasing/erasing.ts'
import { sealForPosition, sealLog } from '../../platform/integrity/hash-chain.ts'
import { checkSeals, type LogCheck } from '../../platform/integrity/hash-chain-check.ts'
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

  test('name the one event of which a single byte was changed', async () => {
    const pick = await someEvent('PickSubmitted')
    await tampering(
      `update log.events set data = replace(data::text, 'Reds', 'Rods')::json where position = ${pick.position}`,
      `update log.events set data = replace(data::text, 'Rods', 'Reds')::json where position = ${pick.position}`,
      ({ discrepancies }) => expect(discrepancies).toEqual([{ kind: 'changed', seal: 1, event: pick }]),
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

  test('cannot be changed like anything else', async () => {
    const { pool } = log.database
    await expect(pool.query('update log.seals set number = 0')).rejects.toThrow(/append only/)
    await expect(pool.query('delete from log.seals')).rejects.toThrow(/append only/)
    await expect(pool.query('truncate log.seals')).rejects.toThrow(/append only/)
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
