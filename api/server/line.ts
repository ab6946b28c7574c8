import { Semaphore, withTimeout } from 'async-mutex'
import type { FastifyInstance } from 'fastify'
import { inRequest } from '../../platform/request-scope.ts'
import type { EndpointName } from '../contract/endpoints.ts'
import { NOTHING_SAVED, TooBusy } from './problems.ts'
import { endpointAt } from './serve.ts'

/** What everybody asks for at once, shortly before a lock. */
const IN_LINE: readonly EndpointName[] = [
  'GET /picks/validate/{token}',
  'GET /picks/{token}',
  'POST /picks/{token}',
]

const AT_ONCE_MAX = 32
const WAITING_MAX = 1_000
const WAIT_MS = 2_000
/** From the moment a request is in to its answer. */
const ANSWER_MS = 2_900

const BUSY = 'Very many people are here right now, and nothing was saved. Please try again in a moment'

declare module 'fastify' {
  interface FastifyContextConfig {
    isInLine?: boolean
  }
  interface FastifyRequest {
    leaveLine: (() => void) | null
  }
}

/**
 * Serves so many requests at a time, and lets the others wait for their turn: what is begun is finished in time. Who would wait
 * too long hears so before any work is done, and at once when the event store has fallen silent.
 */
export function serveInLine(api: FastifyInstance): void {
  const places = new Semaphore(AT_ONCE_MAX, new TooBusy(NOTHING_SAVED))
  const line = withTimeout(places, WAIT_MS, new TooBusy(BUSY))
  const tellLine = () => places.cancel()
  let waiting = 0

  api.decorateRequest('leaveLine', null)
  api.addHook('onRoute', (route) => {
    const isInLine = (IN_LINE as readonly string[]).includes(endpointAt(route))
    route.config = { ...route.config, isInLine }
  })
  api.addHook('preValidation', (request, _reply, done) => {
    if (!request.routeOptions.config.isInLine) {
      return request.method === 'GET' ? done() : inRequest(Number.POSITIVE_INFINITY, tellLine, done)
    }
    inRequest(ANSWER_MS, tellLine, () => {
      takePlace().then((leave) => {
        request.leaveLine = leave
        done()
      }, done)
    })
  })
  api.addHook('onSend', (request, _reply, payload, done) => {
    request.leaveLine?.()
    request.leaveLine = null
    done(null, payload)
  })

  async function takePlace() {
    if (waiting >= WAITING_MAX) throw new TooBusy(BUSY)
    waiting += 1
    try {
      const [, leave] = await line.acquire()
      return leave
    } finally {
      waiting -= 1
    }
  }
}
