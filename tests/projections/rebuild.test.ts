import { setImmediate } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addPlayer, editPlayer, player } from '../../domain/players/player.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { createTables, findCheckpoint, readSchema } from '../../projections/engine/checkpoint.ts'
import { type Projector, startProjector } from '../../projections/engine/projector.ts'
import { rebuild } from '../../projections/engine/rebuild.ts'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import { askAtOneMoment, findDocuments, listDocuments } from '../../projections/read-models/find-documents.ts'
import { storedStandings } from '../../projections/read-models/points-tables.ts'
import { READ_TABLES } from '../../projections/read-models/read-tables.ts'
import { isDeep, longTest } from '../deep/depth.ts'
import { boardsForTest } from '../support/boards.ts'
import { onBothDatabases } from '../support/both-databases.ts'
import { caughtUp } from '../support/caught-up.ts'
import { settableClock } from '../support/clock.ts'
import { EVENT_TYPES } from '../support/event-types.ts'
import { eventually } from '../support/eventually.ts'
import { appendEveryEvent, CUP } from '../support/every-event.ts'
import { commandsOn } from '../support/league/commands.ts'
import { embeddedLog, type LogForTest, serverLog, wholeLog } from '../support/log.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../support/postgres-server.ts'
import { tablesOf } from '../support/read-tables.ts'
import { replayInto } from '../support/replay-into.ts'

const clock = settableClock('2027-01-10T12:00:00.000Z')

onBothDatabases('the read tables', rebuildTests)

/** Played once and then only read, but for the tests that add to it. */
function rebuildTests(makeLog: () => Promise<LogForTest>) {
  let log: LogForTest
  let projector: Projector
  const live = async () => {
    await caughtUp({ projector, store: log.store })
    return tablesOf(log.database.kysely, READ_SCHEMA)
  }
  const replayed = async (store: EventStore, schema: string) => {
    await replayInto(log.database, store, schema)
    return tablesOf(log.database.kysely, schema)
  }
  // The embedded database answers without leaving the event loop's turn: whoever asks in a loop must let others in.
  const cup = async () => {
    await setImmediate()
    const read = readSchema(log.database.kysely, READ_SCHEMA)
    return boardsForTest({ read }).find(CUP, 'public')
  }

  beforeAll(async () => {
    log = await makeLog()
    const { database, store } = log
    projector = await startProjector({ database, store, onError: console.error })
    clock.set('2027-01-10T12:00:00.000Z')
    await appendEveryEvent(store, clock)
  })
  afterAll(async () => {
    await projector?.stop()
    await log?.close()
  })

  test('hold a history with every type of event', async () => {
    const types = new Set((await wholeLog(log.store)).map(({ type }) => type))
    expect([...types].sort()).toEqual([...EVENT_TYPES].sort())
  })

  test('are the same, row by row, after a full replay', async () => {
    const tables = await live()
    expect(Object.keys(tables)).toContain('boards')
    for (const [name, rows] of Object.entries(tables)) expect(rows, name).not.toEqual([])
    expect(await replayed(log.store, 'replay')).toEqual(tables)
  })

  test.each(isDeep ? [1, 2, 7] : [2])('are the same when the log comes in batches of %i', async (size) => {
    expect(await replayed(inBatchesOf(size, log.store), 'batches')).toEqual(await live())
  })

  test('are made one by one, so that others are heard in between', async () => {
    let turns = 0
    const counting = new AbortController()
    const count = async () => {
      while (!counting.signal.aborted) {
        await setImmediate()
        turns += 1
      }
    }
    const counted = count()
    await createTables(log.database, 'one_by_one')
    counting.abort()
    await counted
    expect(turns).toBeGreaterThan(Object.keys(READ_TABLES).length)
  })

  test('are the same after a second rebuild', async () => {
    const { kysely } = log.database
    await rebuild(log.database, log.store)
    const first = await tablesOf(kysely, READ_SCHEMA)
    await rebuild(log.database, log.store)
    expect(await tablesOf(kysely, READ_SCHEMA)).toEqual(first)
    expect(await live()).toEqual(first)
  })

  longTest('show the leaderboard, whole and unchanged, all through a rebuild', async () => {
    await live()
    const before = await cup()
    expect(before?.body.toString()).toContain('Bobby')
    let rebuilding = true
    const done = rebuild(log.database, inBatchesOf(1, log.store)).finally(() => {
      rebuilding = false
    })
    let looks = 0
    while (rebuilding) {
      expect((await cup())?.body).toEqual(before?.body)
      looks += 1
    }
    await done
    expect(looks).toBeGreaterThan(5)
    expect((await cup())?.body).toEqual(before?.body)
  })

  longTest('lose nothing that happens while another version builds its own', async () => {
    const { database, store } = log
    const { run } = commandsOn(store, clock)
    const schema = 'read_other_version'
    let starting = true
    const started = startProjector({ database, store, onError: console.error, schema }).finally(() => {
      starting = false
    })
    for (let count = 1; starting; count += 1) {
      await setImmediate()
      await run(player, [1], (state) => editPlayer(state, { name: `Ann ${count}`, email: 'ann@example.com' }))
    }
    const other = await started
    await caughtUp({ projector: other, store })
    expect(await tablesOf(database.kysely, schema)).toEqual(await live())
    await other.stop()
    expect(projector.failure()).toBeNull()
  })
}

describe('a projection', () => {
  const opened: LogForTest[] = []
  afterEach(async () => {
    for (const log of opened.splice(0)) await log.close()
  })

  test('shows each command to whoever reads after its answer', async () => {
    const log = await embeddedLog()
    opened.push(log)
    const { kysely } = log.database
    const projector = await startProjector({ ...log, onError: console.error })
    const { run } = commandsOn(log.store, clock)
    for (let playerId = 1; playerId <= 50; playerId += 1) {
      await run(player, [playerId], (state) =>
        addPlayer(state, { playerId, name: `Player ${playerId}`, email: null }),
      )
      await caughtUp({ projector, store: log.store })
      const players = await listDocuments(readSchema(kysely, READ_SCHEMA), 'player')
      expect(players.size).toBe(playerId)
    }
    await projector.stop()
  })
})

describe.skipIf(postgresMissing)(
  `a rebuild on a server${postgresMissing ? `: ${postgresMissing}` : ''}`,
  () => {
    let server: PostgresServer
    let log: LogForTest
    beforeAll(async () => {
      server = await startPostgresServer()
      log = await serverLog(await server.createDatabase())
    })
    afterAll(async () => {
      await log?.close()
      await server?.stop()
    })

    test('that swaps the tables in the middle of an answer leaves nothing out of it', async () => {
      const { database, store } = log
      await appendEveryEvent(store, settableClock('2027-01-10T12:00:00.000Z'))
      await rebuild(database, store)
      const read = readSchema(database.kysely, READ_SCHEMA)
      const before = await findCheckpoint(database.kysely, READ_SCHEMA)
      let rebuilt: Promise<unknown> | undefined
      const { name, standings } = await askAtOneMoment(read, async (asking) => {
        const { find } = await findDocuments(asking, { ids: [{ kind: 'season', id: CUP }] })
        rebuilt ??= rebuild(database, store)
        await eventually('other tables', async () => {
          const now = await findCheckpoint(database.kysely, READ_SCHEMA)
          return now?.generation !== before?.generation
        })
        return {
          name: find('season', CUP)?.season.name,
          standings: await asking.ask(storedStandings(asking.read, CUP)),
        }
      })
      await rebuilt
      expect(name).toContain('Cup')
      expect(standings).toEqual(await storedStandings(read, CUP).execute())
      expect(standings.length).toBeGreaterThan(1)
    })
  },
)

/** The same log, fed in pieces. */
function inBatchesOf(size: number, store: EventStore): EventStore {
  return {
    ...store,
    subscribe: async function* (options) {
      for await (const batch of store.subscribe(options)) {
        for (let from = 0; from < batch.length; from += size) {
          yield batch.slice(from, from + size)
          await setImmediate()
        }
      }
    },
  }
}
