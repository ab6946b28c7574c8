import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { FiguresTable } from '../deep/figures-table.ts'
import { common, SERVER } from '../vitest-settings.ts'

const { TEST_EVENTSTORE_URL: url = '' } = process.env
if (!/^(esdb|kurrentdb)(\+discover)?:\/\//.test(url)) {
  throw new Error('Name a server: npm run test:eventstore -- "esdb://127.0.0.1:2113?tls=false"')
}

process.env.SEED ??= `${Math.floor(Math.random() * 2 ** 31)}`

/** What is proved on a double in `npm test` and `npm run test:deep`, on a real server of EventStoreDB or KurrentDB. */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    ...common,
    ...SERVER,
    testTimeout: 3_600_000,
    // One server, and two cores that it shares with the tests.
    fileParallelism: false,
    env: { DEEP: 'true', SEED: process.env.SEED },
    reporters: ['default', new FiguresTable()],
    include: [
      'tests/platform/eventstoredb-contract.test.ts',
      'tests/deep/crash/server.test.ts',
      'tests/deep/races/concurrent-pairs.test.ts',
      'tests/deep/burst/burst.test.ts',
    ],
    // Of files that take a server of their own for other tests as well.
    testNamePattern: /in EventStoreDB|on EventStoreDB|TEST_EVENTSTORE_URL/,
  },
})
