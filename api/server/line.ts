import type { FastifyInstance, FastifyRequest, onSendHookHandler, preValidationHookHandler } from 'fastify'
import { Refusal } from '../../domain/refusal.ts'
import type { BUSY_REFUSALS } from '../../domain/refusals/requests.ts'
import { inRequest } from '../../platform/request-scope.ts'
import type { EndpointName } from '../contract/endpoints.ts'
import { clientAt } from './requests.ts'
import { endpointAt } from './serve.ts'

/** What everybody asks for at once, shortly before a lock. */
const IN_LINE: readonly EndpointName[] = [
  'GET /picks/validate/{token}',
  'GET /picks/{token}',
  'POST /picks/{token}',
  'GET /me/{token}',
]

const AT_ONCE_MAX = 32
const ANSWER_MS = 2_900

declare module 'fastify' {
  interface FastifyRequest {
    leaveLine: (() => void) | null
  }
}

/** What is begun is finished in time. A client that would wait too long is refused before any work is done, and at once when the event store is silent. */
export function serveInLine(api: FastifyInstance): void {
  const line = fairLine({ atOnceMax: AT_ONCE_MAX, busy: 'server-busy' })
  const refuseAll = () => line.refuseAll(new Refusal('log-away-nothing-saved'))

  api.decorateRequest('leaveLine', null)
  api.addHook('onRoute', (route) => {
    if ((IN_LINE as readonly string[]).includes(endpointAt(route))) {
      route.preValidation = [enter, route.preValidation ?? []].flat()
      route.onSend = [leave, route.onSend ?? []].flat()
    } else if (route.method !== 'GET') {
      route.preValidation = [noteAppends, route.preValidation ?? []].flat()
    }
  })

  const enter: preValidationHookHandler = (request, _reply, done) =>
    inRequest(ANSWER_MS, refuseAll, () => {
      line.enter(clientAt(request.ip)).then(() => {
        request.leaveLine = line.leave
        done()
      }, done)
    })

  const leave: onSendHookHandler = (request, _reply, payload, done) => {
    leaveLine(request)
    done(null, payload)
  }

  const noteAppends: preValidationHookHandler = (_request, _reply, done) =>
    inRequest(Number.POSITIVE_INFINITY, refuseAll, done)
}

export function leaveLine(request: FastifyRequest): void {
  request.leaveLine?.()
  request.leaveLine = null
}

type Turn = { begin: () => void; refuse: (why: Error) => void }
type Bounds = { atOnceMax: number; waitingMax?: number; waitMs?: number; busy: keyof typeof BUSY_REFUSALS }

const WAITING_MAX = 1_000
const WAIT_MS = 2_000

/** Clients alternate: one alone may fill the line. A full line refuses the last request of the client with the most. */
export function fairLine({ atOnceMax, waitingMax = WAITING_MAX, waitMs = WAIT_MS, busy }: Bounds) {
  /** The next client comes first, and with each client its next request. */
  const turnsOf = new Map<string, Turn[]>()
  let served = 0
  let waiting = 0

  /** Throws Refusal `busy`. Each that entered leaves once. */
  async function enter(client: string): Promise<void> {
    if (served === atOnceMax) return waitForTurn(client)
    served += 1
  }

  function leave(): void {
    const [next] = turnsOf
    if (next === undefined) {
      served -= 1
      return
    }
    const [client, turns] = next
    turnsOf.delete(client)
    turnsOf.set(client, turns)
    turns[0]?.begin()
  }

  function waitForTurn(client: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const turns = turnsOf.get(client) ?? []
      const end = () => {
        clearTimeout(timer)
        turns.splice(turns.indexOf(turn), 1)
        if (turns.length === 0) turnsOf.delete(client)
        waiting -= 1
      }
      const turn: Turn = {
        begin: () => {
          end()
          resolve()
        },
        refuse: (why) => {
          end()
          reject(why)
        },
      }
      const timer = setTimeout(() => turn.refuse(new Refusal(busy)), waitMs)
      turns.push(turn)
      turnsOf.set(client, turns)
      waiting += 1
      if (waiting > waitingMax) longest()?.at(-1)?.refuse(new Refusal(busy))
    })
  }

  const longest = () => [...turnsOf.values()].sort((left, right) => right.length - left.length)[0]

  function refuseAll(why: Error): void {
    for (const turn of [...turnsOf.values()].flat()) turn.refuse(why)
  }

  return { enter, leave, refuseAll }
}
