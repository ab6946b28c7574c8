import type { FastifyInstance, onSendHookHandler } from 'fastify'

type Hold = { ms: number; atOnceMax: number }

/** A refusal for a limit costs about what it refuses. A client that asks again at once gets one in `ms` over each connection. */
export function delayLimitRefusals(app: FastifyInstance, { ms, atOnceMax }: Hold): void {
  let held = 0
  const hold: onSendHookHandler = (_request, { statusCode, raw }, payload, done) => {
    if (statusCode !== 429 || held >= atOnceMax) return done(null, payload)
    held += 1
    const release = () => {
      clearTimeout(timer)
      raw.off('close', release)
      held -= 1
      done(null, payload)
    }
    const timer = setTimeout(release, ms)
    raw.once('close', release)
  }
  // After the hooks of the route: some of them refuse as well.
  app.addHook('onRoute', (route) => {
    route.onSend = [route.onSend ?? [], hold].flat()
  })
}
