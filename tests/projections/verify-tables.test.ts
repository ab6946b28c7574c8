import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPlayer, editPlayer, player } from '../../domain/players/player.ts'
import { readSchema } from '../../projections/engine/checkpoint.ts'
import type { Projector } from '../../projections/engine/projector.ts'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import { verifyTables } from '../../projections/verification/verify-tables.ts'
import { onBothDatabases } from '../support/both-databases.ts'
import { caughtUp } from '../support/caught-up.ts'
import { settableClock } from '../support/clock.ts'
import { appendEveryEvent, CUP, LAST_YEAR } from '../support/every-event.ts'
import { commandsOn } from '../support/league/commands.ts'
import type { LogForTest } from '../support/log.ts'
import { misname } from '../support/misname.ts'
import { startProjector } from '../support/start-projector.ts'

const clock = settableClock('2027-01-10T12:00:00.000Z')

onBothDatabases('verifying the tables', verifyTests)

function verifyTests(makeLog: () => Promise<LogForTest>) {
  let log: LogForTest
  let projector: Projector
  const verify = () => verifyTables(log.database, log.store)
  const live = () => readSchema(log.database.kysely, READ_SCHEMA)

  beforeAll(async () => {
    log = await makeLog()
    const { database, store } = log
    projector = await startProjector({ database, store, onError: console.error })
    clock.set('2027-01-10T12:00:00.000Z')
    await appendEveryEvent(store, clock)
    await caughtUp({ projector, store })
  })
  afterAll(async () => {
    await projector?.stop()
    await log?.close()
  })

  test('finds nothing where every row follows from the log', async () => {
    const check = await verify()
    expect(check.differences).toEqual([])
    expect(check.events).toBeGreaterThan(100)
    expect(check.rows).toBeGreaterThan(50)
  })

  test('finds nothing while people go on playing', async () => {
    const { run } = commandsOn(log.store, clock)
    let verifying = true
    const checked = verify().finally(() => {
      verifying = false
    })
    for (let playerId = 1_000; verifying; playerId += 1) {
      const name = `Newcomer ${playerId}`
      await setImmediate()
      await run(player, [playerId], (state) => addPlayer(state, { playerId, name, email: null }))
      await run(player, [1], (state) => editPlayer(state, { name: `Ann ${playerId}`, email: null }))
    }
    expect((await checked).differences).toEqual([])
    await caughtUp({ projector, store: log.store })
  })

  test('names every value that is not what the log says', async () => {
    await misname(live(), (id) => id === 2)
    const ofAnn = live()
      .updateTable('standings')
      .where('season_id', '=', LAST_YEAR)
      .where('player_id', '=', 1)
    await ofAnn.set({ total_points: 99 }).execute()
    const { differences } = await verify()
    expect(differences).toEqual([
      {
        ...{ table: 'documents', key: '["player",2]', column: 'state' },
        live: expect.stringContaining('"Mallory"'),
        replay: expect.stringContaining('"Bobby"'),
      },
      { table: 'standings', key: `[${LAST_YEAR},1]`, column: 'total_points', live: '99', replay: '0' },
    ])
  })

  test('names the rows that are missing, and those that should not be there', async () => {
    await live().deleteFrom('documents').where('kind', '=', 'player').where('id', '=', 2).execute()
    await live().deleteFrom('standings').where('season_id', '=', LAST_YEAR).execute()
    const standing = { rank: 1, previous_rank: null, total_points: 0, decided_by: null }
    await live()
      .insertInto('standings')
      .values({ ...standing, season_id: CUP, player_id: 77 })
      .execute()
    const { differences } = await verify()
    expect(differences).toEqual([
      {
        ...{ table: 'documents', key: '["player",2]', column: null, live: null },
        replay: expect.stringContaining('Bobby'),
      },
      ...[1, 2].map((playerId) => ({
        ...{ table: 'standings', key: `[${LAST_YEAR},${playerId}]`, column: null, live: null },
        replay: expect.stringContaining('"rank":1'),
      })),
      {
        ...{ table: 'standings', key: `[${CUP},77]`, column: null, replay: null },
        live: expect.stringContaining('"rank":1'),
      },
    ])
  })

  test('takes the rows piece by piece also where the live table has none', async () => {
    const { run } = commandsOn(log.store, clock)
    for (const playerId of Array.from({ length: 1_100 }, (_, index) => 100_000 + index)) {
      await run(player, [playerId], (state) =>
        addPlayer(state, { playerId, name: `Latecomer ${playerId}`, email: null }),
      )
    }
    await caughtUp({ projector, store: log.store })
    await live().deleteFrom('history').execute()
    const pieces: number[] = []
    const { kysely } = log.database
    const counted = kysely.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        const differing = result.rows[0]?.differing
        if (Array.isArray(differing)) pieces.push(differing.length)
        return result
      },
    })
    const { differences, rows } = await verifyTables({ ...log.database, kysely: counted }, log.store)
    expect(rows).toBeGreaterThan(2_200)
    expect(differences).toHaveLength(100)
    expect(Math.max(...pieces)).toBe(500)
  })
}
