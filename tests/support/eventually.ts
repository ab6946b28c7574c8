import { setTimeout as sleep } from 'node:timers/promises'

/** Below the limit of a test, so that a failure says what was waited for. */
const LIMIT_MS = 50_000
const STEP_MS = 20

/** Asks again until there is an answer, for what happens without anybody waiting for it. Fails after fifty seconds. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined | null | false>,
): Promise<T> {
  const deadline = performance.now() + LIMIT_MS
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (performance.now() > deadline) throw new Error(`Still waiting after ${LIMIT_MS} ms: ${what}`)
    await sleep(STEP_MS)
  }
}
