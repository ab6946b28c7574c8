import { afterAll, beforeAll, describe, onTestFinished } from 'vitest'
import { startEventStore } from '../../support/eventstore-place.ts'
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

    /** A double lives in this process, and so does its log. */
    const inEventStore = async () => {
      const { url, stop } = await startEventStore()
      onTestFinished(async () => void (await stop()))
      return { ...(await inPostgres()), EVENTSTORE_URL: url }
    }
    describeKills('a server with its log in EventStoreDB', {
      emptyPlace: inEventStore,
      madePlace: inEventStore,
    })
  },
)
