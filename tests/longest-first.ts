import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes a minute or more, so that it does not run on alone when everything else is done. */
const LONGEST = [
  'simulation/season',
  'crash/server',
  'api/hostile-requests',
  'crash/embedded',
  'start/start',
  'api/concurrent-pairs',
  'browser/screens-admin',
  'browser/screens-dialogs',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((left, right) => rankOf(left) - rankOf(right))
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
  return rank === -1 ? LONGEST.length : rank
}
