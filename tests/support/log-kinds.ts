import type { Config } from '../../platform/config/config.ts'
import { EVENTSTOREDB_SERVERS } from './eventstoredb-servers.ts'
import { postgresMissing, startPostgresServer } from './postgres-server.ts'

/** What the configuration says for one kind of log, while it runs. */
export type RunningLog = { config: Partial<Config>; stop(): Promise<unknown> }

export type LogKind = {
  name: string
  /** Why it cannot run here, null when it can. A test that skips puts it in its title. */
  missing: string | null
  start(): Promise<RunningLog>
}

/** Every place in which the application can keep a league's log, each empty at its start. */
export const LOGS: LogKind[] = [
  {
    name: 'the embedded database',
    missing: null,
    start: async () => ({ config: {}, stop: async () => {} }),
  },
  {
    name: 'a PostgreSQL server',
    missing: postgresMissing,
    start: async () => {
      const server = await startPostgresServer()
      const databaseUrl = await server.createDatabase()
      return { config: { databaseUrl, jwtSecret: 'a-secret-of-at-least-32-characters' }, stop: server.stop }
    },
  },
  ...EVENTSTOREDB_SERVERS.map(({ name, missing, start }) => ({
    name,
    missing,
    start: async () => {
      const server = await start()
      return { config: { eventStoreUrl: server.url }, stop: server.stop }
    },
  })),
]
