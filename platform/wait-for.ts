import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefusal } from './start-refusal.ts'
import { jitteredPauseMs } from './time/pauses.ts'

const TELL_MS = 10_000

type Obstacle = { reason: string; cause: unknown; isForGood: boolean }

export type WaitOptions = {
  startMs: number
  onWait: (sentence: string) => void
}

/**
 * Tries until nothing keeps us from using a server. `where` begins a sentence: 'The database at host:5432'.
 * Throws StartRefusal.
 */
export async function waitFor(
  where: string,
  { startMs, onWait }: WaitOptions,
  tryOut: () => Promise<Obstacle | null>,
): Promise<void> {
  const startedAtMs = performance.now()
  const waitedMs = () => performance.now() - startedAtMs
  const seconds = () => Math.round(waitedMs() / 1_000)
  let reason = 'it has not answered yet'
  const telling = setInterval(() => {
    onWait(`${where} cannot be used for ${seconds()} seconds now, and is waited for: ${reason}`)
  }, TELL_MS)
  try {
    for (let attempt = 1; ; attempt += 1) {
      const obstacle = await tryOut()
      if (obstacle === null) return
      const { cause, isForGood } = obstacle
      reason = obstacle.reason
      if (isForGood || startMs === 0) throw new StartRefusal(`${where} cannot be used: ${reason}`, { cause })
      if (waitedMs() >= startMs)
        throw new StartRefusal(`${where} cannot be used: after ${seconds()} seconds: ${reason}`, { cause })
      await sleep(jitteredPauseMs({ attempt, firstMs: 50, longestMs: 1_000 }))
    }
  } finally {
    clearInterval(telling)
  }
}
