import { TestRunner, test } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    figures?: Figures
  }
}

type Figures = Record<string, string | number>

const { DEEP, TIMES, COUNT } = process.env

/** Whether this is `npm run test:deep`, and not the short piece of it in `npm test`. */
export const isDeep = DEEP !== undefined

/** What everything random follows from: the same in each `npm test`, another in each `npm run test:deep`. */
export const SEED = Number(process.env.SEED)

/** How often, how many or how long: ten times as much with `TIMES=10`, and one with `COUNT=1`. */
export const times = (deep: number): number =>
  COUNT === undefined ? Math.ceil(deep * Number(TIMES)) : Number(COUNT)

/** The same, where `npm test` has a short piece of it. */
export const depth = ({ gate, deep }: { gate: number; deep: number }): number => (isDeep ? times(deep) : gate)

const ONLY_DEEP = isDeep ? null : 'only npm run test:deep has the time'
let isSaid = false

/** A test that `npm test` has not the time for, in a file of it. `missing` is what it cannot run without here. */
export function longTest(name: string, run: () => Promise<void>, missing: string | null = null): void {
  if (ONLY_DEEP && !isSaid) console.warn(`SKIPPED: the long tests, because ${ONLY_DEEP}`)
  isSaid = true
  const why = missing ?? ONLY_DEEP
  if (why === null) test(name, run)
  else test.skip(`${name}: ${why}`, run)
}

/** The command that repeats one case of a part. */
export const again = (part: string, seed: number): string =>
  `SEED=${seed} COUNT=1 npm run test:deep -- ${part}`

/** What the running test has measured, for the table at the end. */
export function report(figures: Figures): void {
  const test = TestRunner.getCurrentTest()
  if (!test) throw new Error('Figures belong to a test')
  test.meta.figures = { ...test.meta.figures, ...figures }
}
