import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPrivateSchema } from '../../platform/database/private-schema.ts'
import { erasePerson } from '../../platform/erasing/erasing.ts'
import { sealLog } from '../../platform/integrity/hash-chain.ts'
import { verify } from '../../projections/verification/verify.ts'
import { onBothDatabases } from '../support/both-databases.ts'
import { settableClock } from '../support/clock.ts'
import { appendEveryEvent } from '../support/every-event.ts'
import { type LogForTest, wholeLog } from '../support/log.ts'
import { replayInto } from '../support/replay-into.ts'

const LIVE = 'read_of_test'

onBothDatabases('a log with which somebody has tampered who has the whole database', tamperTests)

function tamperTests(makeLog: () => Promise<LogForTest>) {
  const clock = settableClock('2027-01-10T12:00:00.000Z')
  let log: LogForTest
  let pickAt: string

  beforeAll(async () => {
    log = await makeLog()
    const { database, store } = log
    await appendEveryEvent(store, clock)
    const { kysely } = database
    const stores = { store, rawEventStore: store, kysely, privateSchema: openPrivateSchema(kysely) }
    const command = { id: randomUUID(), actor: { kind: 'system' }, occurredAt: clock.now() } as const
    await erasePerson(stores, { kind: 'player', id: 2 }, command)
    await sealLog({ kysely: database.kysely, store, clock })
    await replayInto(database, store, LIVE)
    const pick = (await wholeLog(store)).find(({ type }) => type === 'PickSubmitted')
    pickAt = `${Number(pick?.position)}`
  })
  afterAll(() => log?.close())

  /** What `verify` says while it is so; afterwards all is as before. */
  async function said(change: string): Promise<string[]> {
    const { database, store } = log
    const { pool } = database
    await pool.query('alter table log.events drop constraint events_position_check')
    for (const table of ['events', 'tombstones', 'seals']) {
      await pool.query(`alter table log.${table} disable trigger all`)
      await pool.query(`create table log.${table}_kept as select * from log.${table}`)
    }
    try {
      for (const statement of change.split(';')) await pool.query(statement)
      const { isRight, log: found } = await verify({
        database,
        store,
        rawEventStore: store,
        live: LIVE,
        now: clock.now(),
      })
      expect(isRight).toBe(false)
      return found.discrepancies.map((discrepancy) =>
        'what' in discrepancy ? discrepancy.what : discrepancy.kind,
      )
    } finally {
      for (const table of ['events', 'tombstones', 'seals']) {
        await pool.query(`delete from log.${table}`)
        await pool.query(`insert into log.${table} select * from log.${table}_kept`)
        await pool.query(`drop table log.${table}_kept`)
        await pool.query(`alter table log.${table} enable trigger all`)
      }
      await pool.query('alter table log.events add constraint events_position_check check (position > 0)')
    }
  }

  test('is right before', async () => {
    const { database, store } = log
    expect(
      await verify({ database, store, rawEventStore: store, live: LIVE, now: clock.now() }),
    ).toMatchObject({
      isRight: true,
    })
  })

  test('is found out when an event is at a position that is never read', async () => {
    const hidden = `insert into log.events (position, append_end, stream, revision, event_id, type, data, metadata)
      values (-5, -5, 'admin-99', 0, '${randomUUID()}', 'AdminAdded', '{}', '{}')`
    expect(await said(hidden)).toContain(
      'AdminAdded at position -5 (admin-99, revision 0) is at a position that is never read',
    )
  })

  test('is found out when a stream has a hole', async () => {
    const found = await said(`update log.events set revision = revision + 5 where position = ${pickAt}`)
    expect(found).toContainEqual(expect.stringMatching(/is not the revision \d+ that should follow$/))
  })

  test.each(['position + 7', 'position - 1', '0', '9223372036854775807', '-1'])(
    'is found out when an append ends at %s, and read to its end',
    async (end) => {
      const found = await said(`update log.events set append_end = ${end} where position = ${pickAt}`)
      expect(found).toContainEqual(expect.stringMatching(/names another end of its append$/))
    },
  )

  test('is found out when a stream is closed that no erasure has closed', async () => {
    expect(await said(`insert into log.tombstones (stream) values ('pick-1-1')`)).toContain(
      'the stream pick-1-1 is closed, and no erasure says why',
    )
  })

  test('is found out when the stream of somebody erased is open', async () => {
    expect(await said(`delete from log.tombstones where stream = 'player-2'`)).toContain(
      'the stream player-2 is open, although an erasure closed it',
    )
  })

  test('is found out when a number is none', async () => {
    const found = await said(
      `update log.events set data = '{"playerId":1e999}'::json where position = ${pickAt}`,
    )
    expect(found).toContain('changed')
  })

  test('is found out when a number is none that nobody has sealed yet', async () => {
    const unsealed = `insert into log.events (position, append_end, stream, revision, event_id, type, data, metadata)
      values (900000, 900000, 'pick-9-9', 0, '${randomUUID()}', 'PickEntered', '{"playerId":1e999}', '{}')`
    expect(await said(unsealed)).toContain(
      'PickEntered at position 0000000000000900000 (pick-9-9, revision 0) holds a number that is none, and cannot be sealed',
    )
  })
}
