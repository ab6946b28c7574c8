import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { isAmbiguous } from '../server/requests.ts'
import type { Services } from '../server/services.ts'
import { knownAddress } from './known-address.ts'

const BYTES_MAX = 32_000_000
const BYTES_OF_HEADERS = 1_000

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by a route that answers everybody alike as long as the tables do not move. */
    isKept: boolean
  }
}

type Uses = Pick<Services, 'projector' | 'lifecycle' | 'onAnswer'>

type Kept = { route: string; headers: OutgoingHttpHeaders; body: Buffer; moves: number }

/** Nothing is kept of a request with a method other than GET, nor while something is amiss. */
export function openKeptAnswers({ projector, lifecycle, onAnswer }: Uses) {
  const kept = new LRUCache<string, Kept>({
    maxSize: BYTES_MAX,
    sizeCalculation: ({ body }, key) => body.length + key.length + BYTES_OF_HEADERS,
  })
  const makings = new WeakMap<IncomingMessage, { moves: number; end: () => void }>()
  const waiting = new Map<string, (() => void)[]>()
  const isCalm = () => lifecycle() === 'serving' && projector.failure() === null

  return {
    /** Asks `handler` for what is not kept. */
    answerBefore:
      (handler: RequestListener): RequestListener =>
      (request, response) => {
        request.url = knownAddress(request.url ?? '')
        if (isKeepable(request) && isCalm()) ask(request, response, handler)
        else handler(request, response)
      },
    /** Call once all that changes an answer is there. */
    keepAnswersOf: (app: FastifyInstance) => {
      app.decorateRequest('isKept', false)
      app.addHook('onSend', (request, reply, payload, done) => {
        const { isKept, raw } = request
        const making = makings.get(raw)
        if (isKept && making && reply.statusCode === 200 && isCalm()) {
          const { moves } = making
          const body = Buffer.isBuffer(payload) ? payload : Buffer.from(String(payload))
          const headers = { ...(reply.getHeaders() as OutgoingHttpHeaders), 'content-length': body.length }
          kept.set(keyOf(raw), { route: request.routeOptions.url ?? '', headers, body, moves })
        }
        making?.end()
        if (reply.statusCode !== 200 || !isKnown(request.headers['if-none-match'], reply.getHeader('etag')))
          return done(null, payload)
        for (const name of OF_CONTENT) reply.removeHeader(name)
        reply.code(304)
        // For a HEAD, Fastify takes the body away itself.
        done(null, request.method === 'HEAD' ? payload : null)
      })
    },
  }

  /** What was kept before is made once after each move, however many ask: who came since the tables were so far may have it. */
  function ask(request: IncomingMessage, response: ServerResponse, handler: RequestListener, since?: number) {
    const serve = (moves: number) => {
      const key = keyOf(request)
      const wanted = since ?? moves
      const found = isCalm() ? kept.get(key) : undefined
      if (found && found.moves >= wanted) return send(found, request, response)
      const others = found && waiting.get(key)
      if (others) return void others.push(() => ask(request, response, handler, wanted))
      const own: (() => void)[] = []
      const end = () => {
        if (waiting.get(key) !== own) return
        waiting.delete(key)
        // What is kept no more, each makes again.
        if (kept.peek(key) === found) kept.delete(key)
        for (const askAgain of own) askAgain()
      }
      if (found) waiting.set(key, own)
      makings.set(request, { moves, end })
      response.once('close', end)
      handler(request, response)
    }
    const moves = projector.moves()
    if (typeof moves === 'number') serve(moves)
    else moves.then(serve, () => handler(request, response))
  }

  function send({ route, headers, body }: Kept, request: IncomingMessage, response: ServerResponse) {
    const status = isKnown(request.headers['if-none-match'], headers.etag) ? 304 : 200
    if (status === 200) response.writeHead(200, headers).end(body)
    else response.writeHead(304, withoutContent(headers)).end()
    onAnswer?.({ method: 'GET', route, status, seconds: 0 })
  }
}

const isKeepable = (request: IncomingMessage) =>
  request.method === 'GET' && /^\/(\?|api\/public\/|$)/.test(request.url ?? '') && !isAmbiguous(request)

/** By what the answer depends on: no visitor makes entries of their own. */
const keyOf = ({ url, headers }: IncomingMessage) =>
  `${negotiate(headers['accept-encoding'] ?? '', ['gzip']) ?? 'plain'} ${url}`

const OF_CONTENT = ['content-type', 'content-length', 'content-encoding']

const withoutContent = (headers: OutgoingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONTENT.includes(name)))

function isKnown(known: string | undefined, etag: unknown): boolean {
  if (known === undefined || typeof etag !== 'string') return false
  const plain = (tag: string) => tag.trim().replace(/^W\//, '')
  return known.split(',').some((tag) => plain(tag) === plain(etag))
}
