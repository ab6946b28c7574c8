import type { Config } from '../../../platform/config/config.ts'
import type { EventStore, RecordedEvent } from '../../../platform/event-store/event-store.ts'
import { openEventStoreDb } from '../../../platform/event-store/eventstoredb/eventstoredb-event-store.ts'
import { later, systemClock } from '../../../platform/time/clock.ts'
import { applicationForTest } from '../../support/application.ts'
import { copyTemplate } from '../../support/embedded.ts'
import { startEventStore } from '../../support/eventstore-place.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { type Http, http } from '../../support/http.ts'
import { aLeague } from '../../support/league/a-league.ts'
import { JWT_SECRET, type RunningLeague } from '../../support/league/running.ts'
import { serverLog, wholeLog, withFolder } from '../../support/log.ts'
import { postgresMissing, startPostgresServer } from '../../support/postgres-server.ts'

/** A league with two players, served by one or two processes. */
export type Running = {
  league: RunningLeague
  admins: readonly Http[]
  visitors: readonly Http[]
  wholeLog(): Promise<RecordedEvent[]>
  close(): Promise<void>
}

type PlaceOptions = { lockSettleMs?: number }

export type Place = { name: string; missing: string | null; start(options?: PlaceOptions): Promise<Running> }

const PLAN = aLeague().withPlayers('Ann', 'Bob').withSeason()
/** The promise is a second. */
const CLOCK_OFF_MS = 900
/** As the application has it on a server. */
const SETTLE_MS = 1_800

/** Where the log can be, with as many processes as may share it. */
export const PLACES: readonly Place[] = [
  {
    name: 'the embedded database, one process',
    missing: null,
    start: async () => {
      const folder = await temporaryFolder()
      await copyTemplate(folder.path)
      const league = await PLAN.start({ dataDir: folder.path })
      return {
        league,
        admins: [league.admin],
        visitors: [league.visitor],
        wholeLog: async () => {
          await league.close()
          return withFolder(folder.path, ({ store }) => wholeLog(store))
        },
        close: async () => {
          await league.close()
          await folder.remove()
        },
      }
    },
  },
  {
    name: 'a PostgreSQL server, two processes',
    missing: postgresMissing,
    start: async (options) => {
      const server = await startPostgresServer()
      const databaseUrl = await server.createDatabase()
      const log = await serverLog(databaseUrl)
      return twoProcesses({ databaseUrl }, log.store, options, async () => {
        await log.close()
        await server.stop()
      })
    },
  },
  {
    name: 'EventStoreDB, two processes',
    missing: postgresMissing,
    start: async (options) => {
      const server = await startPostgresServer()
      const { url, stop } = await startEventStore()
      const store = await openEventStoreDb({ url, onError: () => {} })
      const config = { databaseUrl: await server.createDatabase(), eventStoreUrl: url }
      return twoProcesses(config, store, options, async () => {
        await store.close()
        await stop()
        await server.stop()
      })
    },
  },
]

async function twoProcesses(
  config: Partial<Config>,
  store: EventStore,
  { lockSettleMs = SETTLE_MS }: PlaceOptions = {},
  stop: () => Promise<void>,
): Promise<Running> {
  const clock = { ...systemClock, set: () => {}, advance: () => {} }
  const league = await PLAN.start({ clock, config, lockSettleMs })
  const second = await applicationForTest({
    clock: {
      now: () => later(systemClock.now(), CLOCK_OFF_MS),
      until: (instant) => systemClock.until(later(instant, -CLOCK_OFF_MS)),
    },
    config: { ...config, jwtSecret: JWT_SECRET },
    lockSettleMs,
  })
  return {
    league,
    admins: [league.admin, http(second.url).as(league.admin.token)],
    visitors: [league.visitor, http(second.url)],
    wholeLog: () => wholeLog(store),
    close: async () => {
      await second.close()
      await league.close()
      await stop()
    },
  }
}
