import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { AccountServices } from './sessions.ts'

const AFTER_MS = 20
const CLOSING_WAITS_MS = 2_000

/** Does work a moment after the answer, whose time then does not tell whether there was any. Closing waits for it, but not for ever. */
export function afterAnswers(
  app: FastifyInstance,
  { log }: AccountServices,
): (work: () => Promise<void>) => void {
  const underWay = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    await Promise.race([Promise.all(underWay), sleep(CLOSING_WAITS_MS, undefined, { ref: false })])
  })
  return (work) => {
    const done = sleep(AFTER_MS)
      .then(work)
      .catch((error) => log.error({ err: error }, 'work after an answer failed'))
      .finally(() => underWay.delete(done))
    underWay.add(done)
  }
}
