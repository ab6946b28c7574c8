import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { nginxMissing } from '../support/nginx.ts'
import {
  BROWSER,
  common,
  LONG_BROWSER_FILES,
  LONG_FILES,
  LONG_SCREEN_FILES,
  NIGHT_FILES,
  SCREENS,
  SERVER,
} from '../vitest-settings.ts'
import { FiguresTable } from './figures-table.ts'

const WITH_BROWSER = [
  ...['axe', 'image', 'performance'].map((part) => `tests/deep/${part}/*.test.ts`),
  'tests/browser/*.test.ts',
  ...LONG_BROWSER_FILES,
]

const ROOT = join(import.meta.dirname, '../..')

/** Of `npm test`, what draws its input at random, and what asks whether it has more time here. */
const WITH_LONG_TESTS = [
  'tests/domain/*.property.test.ts',
  ...readdirSync(join(ROOT, 'tests'), { recursive: true, encoding: 'utf8' })
    .map((name) => `tests/${name}`)
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => readFileSync(join(ROOT, path), 'utf8').includes("/depth.ts'")),
]

const { TEST_EVENTSTORE_URL: named } = process.env
if (named !== undefined && !/^(esdb|kurrentdb)(\+discover)?:\/\//.test(named)) {
  throw new Error('TEST_EVENTSTORE_URL names a server, such as esdb://127.0.0.1:2113?tls=false')
}

/** What is proved on a double otherwise, on the real server of EventStoreDB or KurrentDB that is named. */
const ON_NAMED_SERVER = {
  ...SERVER,
  include: [
    'tests/platform/eventstoredb-contract.test.ts',
    'tests/deep/crash/server.test.ts',
    'tests/deep/races/concurrent-pairs.test.ts',
    'tests/deep/burst/burst.test.ts',
  ],
}

const JOURNEYS = [
  'tests/browser/*.test.ts',
  'tests/journeys/*.test.ts',
  'tests/security/hostile-names.test.ts',
]

/** The same journeys below a path, behind a proxy that passes it on and behind one that takes it away. */
const belowPath = (way: 'kept' | 'removed', include: string[]) => ({
  extends: true as const,
  test: { ...BROWSER, name: `path ${way}`, include, env: { BEHIND_PROXY: way } },
})

/** `--mode change` is what `.ci/run` has the time for, with the same seed each time; all of it runs at night. */
const OF_EACH_CHANGE = {
  server: ['tests/deep/{races,simulation}/*.test.ts', ...LONG_FILES],
  browser: LONG_BROWSER_FILES,
  screens: LONG_SCREEN_FILES,
  belowPath: [belowPath('removed', ['tests/browser/joining.test.ts'])],
}
const ALL = {
  server: ['tests/deep/**/*.test.ts', ...WITH_LONG_TESTS, ...LONG_FILES, ...NIGHT_FILES],
  browser: WITH_BROWSER,
  screens: LONG_SCREEN_FILES,
  belowPath: [belowPath('kept', JOURNEYS), belowPath('removed', JOURNEYS)],
}

/** The long proofs: `npm run test:deep`, or the parts that are named: `npm run test:deep -- crash races`. */
export default defineConfig(({ mode }) => {
  const isOfChange = mode === 'change'
  const { server, browser, screens, belowPath } = isOfChange ? OF_EACH_CHANGE : ALL
  process.env.SEED ??= isOfChange ? '1' : `${Math.floor(Math.random() * 2 ** 31)}`
  process.env.TIMES ??= isOfChange ? '0.3' : '1'
  return {
    root: ROOT,
    test: {
      ...common,
      // Each says itself how much it does.
      testTimeout: 4 * 3_600_000,
      // One server that is named, and two cores that it shares with the tests.
      fileParallelism: named === undefined,
      // Of files that take a server of their own for other tests as well.
      ...(named !== undefined && { testNamePattern: /in EventStoreDB|on EventStoreDB|TEST_EVENTSTORE_URL/ }),
      env: { DEEP: 'true', SEED: process.env.SEED, TIMES: process.env.TIMES },
      reporters: ['default', new FiguresTable()],
      projects:
        named !== undefined
          ? [{ extends: true, test: ON_NAMED_SERVER }]
          : [
              { extends: true, test: { ...SERVER, include: server, exclude: WITH_BROWSER } },
              { extends: true, test: { ...BROWSER, include: browser } },
              { extends: true, test: { ...SCREENS, include: screens } },
              ...(nginxMissing ? [] : belowPath),
            ],
    },
  }
})
