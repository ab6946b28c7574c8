import { afterAll, beforeAll, describe, onTestFinished } from 'vitest'
import { startEventStoreDbDouble } from '../../support/eventstoredb-double/server.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../../support/postgres-server.ts'
import { describeKills } from './kill-tests.ts'

describe.skipIf(postgresMissing)(
  `on a PostgreSQL server${postgresMissing ? `: ${postgresMissing}` : ''}`,
  () => {
    let postgres: PostgresServer
    beforeAll(async () => {
      postgres = await startPostgresServer()
    })
    afterAll(() => postgres?.stop())

    const inPostgres = async () => ({ DATABASE_URL: await postgres.createDatabase() })
    describeKills('a server with its log in PostgreSQL', { emptyPlace: inPostgres, madePlace: inPostgres })

    /** The double lives in this process, and so does the log. */
    const besideDouble = async () => {
      const double = await startEventStoreDbDouble()
      onTestFinished(double.stop)
      return { ...(await inPostgres()), EVENTSTORE_URL: double.url }
    }
    describeKills('a server with its log in EventStoreDB', {
      emptyPlace: besideDouble,
      madePlace: besideDouble,
    })
  },
)
