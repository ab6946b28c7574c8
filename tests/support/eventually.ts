import { setTimeout as sleep } from 'node:timers/promises'

/** Below the limit of a test, so that a failure says what was waited for. */
const LIMIT_MS = 50_000
const STEP_MIN_MS = 5
const STEP_MAX_MS = 100

/** Asks again until there is an answer, ever more seldom, for what happens without anybody waiting for it. Fails after fifty seconds. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined | null | false>,
): Promise<T> {
  const startedAtMs = performance.now()
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    const waitedMs = performance.now() - startedAtMs
    if (waitedMs > LIMIT_MS) throw new Error(`Still waiting after ${LIMIT_MS} ms: ${what}`)
    await sleep(Math.min(STEP_MAX_MS, STEP_MIN_MS + waitedMs / 5))
  }
}
