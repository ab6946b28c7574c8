import { monitorEventLoopDelay } from 'node:perf_hooks'
import { describe, expect, test } from 'vitest'
import { systemClock } from '#platform/clock'
import { sealLog } from '#platform/seals'
import { startProjector } from '#projections/projector'
import { rebuild } from '#projections/rebuild'
import { verify } from '#projections/verify'
import { playLargeSeason } from '../support/large-season.ts'
import { embeddedLog, type LogForTest, serverLog } from '../support/log.ts'
import { startPostgresServer } from '../support/postgres-server.ts'

// REPLAY_EVENTS=10000,100000,1000000 npx vitest run tests/projections/replay-speed.test.ts
const sizes = (process.env.REPLAY_EVENTS ?? '').split(',').filter(Boolean).map(Number)
if (sizes.length === 0) console.warn('SKIPPED: the speed of a replay, because REPLAY_EVENTS is not set')

describe.skipIf(sizes.length === 0)(
  'rebuild and verify report their speed',
  () => {
    test.each(sizes)('with %i events in PostgreSQL', async (events) => {
      const server = await startPostgresServer()
      try {
        await measure('PostgreSQL', await serverLog(await server.createDatabase()), events)
      } finally {
        await server.stop()
      }
    })

    test.each(sizes)('with %i events in the embedded database', async (events) => {
      await measure('embedded', await embeddedLog(), events)
    })
  },
  3_600_000,
)

async function measure(where: string, log: LogForTest, events: number) {
  const { database, store } = log
  await playLargeSeason(store, { players: 200, rounds: 40 })
  await repeatPicks(log, events)
  await sealLog({ kysely: database.kysely, store, clock: systemClock })
  const rebuilt = await timed(events, () => rebuild(database, store))
  const projector = await startProjector({ database, store, onError: console.error })
  await projector.stop()
  let isRight = false
  const verified = await timed(events * 2, async () => {
    isRight = (await verify({ database, store, keptStore: store })).isRight
  })
  console.log(`${where}, ${events} events: rebuild ${rebuilt}; verify ${verified} (every event twice)`)
  await log.close()
  expect(isRight).toBe(true)
}

/** Everybody changes their mind over and over, until the log has this many events. */
async function repeatPicks({ database, store }: LogForTest, events: number) {
  const { rows } = await database.pool.query<{ count: string }>('select count(*) from log.events')
  const missing = events - Number(rows[0]?.count)
  const players = 200
  for (let first = 0; first < missing; first += 10_000) {
    await database.pool.query(
      `insert into log.events (position, append_end, stream, revision, event_id, type, data, metadata)
       select place, place, 'pick-1-' || player, 1 + (number / ${players}), gen_random_uuid(), 'PickSubmitted',
         json_build_object('roundId', 1, 'playerId', player, 'picks', json_build_array('Reds'),
           'submittedAt', '2027-01-01T00:00:00.000Z'),
         json_build_object('actor', json_build_object('kind', 'player', 'id', player), 'commandId', gen_random_uuid(),
           'correlationId', gen_random_uuid(), 'causationId', gen_random_uuid(), 'occurredAt', '2027-01-01T00:00:00.000Z')
       from (select number, 1 + number % ${players} as player, nextval('log.positions') as place
             from generate_series($1::integer, $2::integer) number) picks`,
      [first, Math.min(first + 10_000, missing) - 1],
    )
  }
  await store.head()
}

async function timed(events: number, work: () => Promise<unknown>): Promise<string> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  let heapMax = 0
  const watch = setInterval(() => {
    heapMax = Math.max(heapMax, process.memoryUsage().heapUsed)
  }, 100)
  delay.enable()
  const startedMs = performance.now()
  await work()
  const seconds = (performance.now() - startedMs) / 1_000
  delay.disable()
  clearInterval(watch)
  const figures = [
    `${Math.round(events / seconds)} a second`,
    `heap at most ${Math.round(heapMax / 1e6)} MB`,
    `event loop p99 ${Math.round(delay.percentile(99) / 1e6)} ms, longest ${Math.round(delay.max / 1e6)} ms`,
  ]
  return figures.join(', ')
}
