import { defineConfig } from 'vitest/config'
import { BROWSER, common, conditions, SERVER } from './tests/vitest-settings.ts'

const WITH_BROWSER = ['tests/browser/**/*.test.ts', 'tests/security/hostile-names.test.ts']
/** Of the long proofs, those that have a short piece here. The rest is `npm run test:deep` alone. */
const SHORT_PIECES = 'crash|fuzzing|races|simulation'

export default defineConfig({
  ...conditions,
  test: {
    ...common,
    testTimeout: 30_000,
    env: { SEED: '1' },
    projects: [
      {
        extends: true,
        test: {
          ...SERVER,
          include: ['tests/**/*.test.ts'],
          exclude: [...WITH_BROWSER, `tests/deep/!(${SHORT_PIECES})/**`],
        },
      },
      { extends: true, test: { ...BROWSER, include: WITH_BROWSER } },
      {
        extends: true,
        test: { name: 'screens', include: ['web/**/*.test.ts'], environment: './web/testing/environment.ts' },
      },
    ],
  },
})
