import { expect, test } from 'vitest'
import { onBothDatabases } from '../support/both-databases.ts'
import { someEvent } from '../support/events.ts'
import type { LogForTest } from '../support/log.ts'

onBothDatabases('a log that grows', (makeLog) => {
  test('is never read whole for an append, though it was small when the database last looked at its size', async () => {
    const log = await makeLog()
    const append = (name: string) => log.store.append(name, [someEvent()], 'no_stream')
    await append('first')
    await log.database.pool.query('analyze')
    for (let index = 0; index < 20; index += 1) await append(`planned-${index}`)
    const before = await timesReadWhole(log)
    for (let index = 0; index < 20; index += 1) await append(`counted-${index}`)
    // Another connection may tell late what it read before.
    expect(await timesReadWhole(log)).toBeLessThan(before + 20)
    await log.close()
  })
})

async function timesReadWhole({ database }: LogForTest): Promise<number> {
  await database.pool.query('select pg_stat_force_next_flush()')
  const { rows } = await database.pool.query(`
    select sum(seq_scan)::integer as times from pg_stat_user_tables where schemaname = 'log'`)
  return rows[0].times
}
