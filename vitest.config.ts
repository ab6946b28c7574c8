import { defineConfig } from 'vitest/config'
import {
  BROWSER,
  common,
  LONG_BROWSER_FILES,
  LONG_FILES,
  LONG_SCREEN_FILES,
  NIGHT_BROWSER_FILES,
  NIGHT_FILES,
  SCREENS,
  SERVER,
} from './tests/vitest-settings.ts'

const WITH_BROWSER = ['tests/browser/**/*.test.ts']
/** Of the long proofs, the parts that have a short piece here. */
const SHORT_PIECES = 'crash|fuzzing|races|simulation'
const ONLY_LONG = [
  `tests/deep/!(${SHORT_PIECES})/**`,
  'tests/deep/**/*-can-fail.test.ts',
  'tests/deep/crash/server.test.ts',
  'tests/deep/races/!(lock-race).test.ts',
  ...LONG_FILES,
  ...NIGHT_FILES,
  ...LONG_BROWSER_FILES,
]

export default defineConfig({
  test: {
    ...common,
    // For a machine that does other things: a test asserts no speed.
    testTimeout: 60_000,
    env: { SEED: '1' },
    projects: [
      {
        extends: true,
        test: {
          ...SERVER,
          include: ['tests/**/*.test.ts'],
          exclude: [...WITH_BROWSER, ...ONLY_LONG],
        },
      },
      {
        extends: true,
        test: {
          ...BROWSER,
          include: WITH_BROWSER,
          exclude: [...LONG_BROWSER_FILES, ...NIGHT_BROWSER_FILES],
        },
      },
      { extends: true, test: { ...SCREENS, include: ['web/**/*.test.ts'], exclude: LONG_SCREEN_FILES } },
    ],
  },
})
