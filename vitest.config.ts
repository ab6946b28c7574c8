import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/longest-first.ts'

const conditions = ['source', 'module', 'node', 'development|production']

const ALL = ['tests/**/*.test.ts']
const BROWSER = [
  'tests/browser/**/*.test.ts',
  'tests/image/image.test.ts',
  'tests/security/hostile-names.test.ts',
]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // For machines that are busy with something else as well; nothing here waits for luck.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    globalSetup: 'tests/template.ts',
    sequence: { sequencer: LongestFirst },
    // A process that has compiled PGlite's WebAssembly once serves many files. Those of the browser keep to processes of
    // their own: its driver makes every promise there dearer for good.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'server', include: ALL, exclude: BROWSER } },
      { extends: true, test: { name: 'browser', include: BROWSER } },
      {
        extends: true,
        test: {
          name: 'screens',
          include: ['web/**/*.test.ts'],
          environment: './web/testing/environment.ts',
          isolate: true,
        },
      },
    ],
  },
})
