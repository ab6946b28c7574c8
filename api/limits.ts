import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { comparableAddress } from '#domain/email-address'
import type { Clock } from '#platform/clock'
import { HttpRefusal } from './problems.ts'

/** Whose requests count together. */
const KEYS = {
  /** The network address that asks, behind TRUST_PROXY the real one. */
  client: ({ ip }: FastifyRequest) => networkOf(ip),
  /** The email address that the request is about, known or not. */
  account: ({ body }: FastifyRequest) => comparableAddress((body as { email: string }).email),
  /** One who asks about an account: a stranger who asks for it too does not use up the owner's turns. */
  accountFromClient: (request: FastifyRequest) => `${KEYS.account(request)} ${KEYS.client(request)}`,
  /** The admin who is signed in. */
  admin: ({ admin }: FastifyRequest) => `${admin?.id}`,
}

type Limit = {
  name: string
  routes: readonly string[]
  per: keyof typeof KEYS
  /**
   * `failures` leaves alone whoever has a valid link, however many share an address with somebody who guesses. `wrong passwords`
   * are counted before they are looked at, so that guesses at once are all counted, and given back when not refused with 401.
   */
  counts: 'requests' | 'failures' | 'wrong passwords'
  points: number
  seconds: number
  sentence: string
}

const MINUTES = 60
const HOURS = 3_600
const TOO_MANY_LINKS = 'Too many login requests. Please wait a few minutes and try again.'
const TOO_MANY = 'Too many attempts. Please wait a few minutes and try again.'
const SEND_LINK = ['POST /auth/send-magic-link']
const FORGOT = ['POST /auth/forgot-password']
const LINK_TOKENS = [
  'POST /auth/check-magic-link',
  'POST /auth/verify-magic-link',
  'POST /auth/reset-password',
]
const PASSWORD_ASKED = ['POST /auth/change-password', 'POST /auth/change-email']
const RECEIPTS = ['GET /public/receipts/:code']
const PICK_LINKS = ['GET /picks/validate/:token', 'POST /picks/:token']

/** Of a route the client's limit comes first, so that no client fills the memory with accounts that it makes up. */
// biome-ignore format: a table reads best as one
export const LIMITS: readonly Limit[] = [
  { name: 'login steps',        routes: ['POST /auth/request-login'],   per: 'client',            counts: 'requests', points: 60, seconds: 15 * MINUTES, sentence: TOO_MANY },
  { name: 'logins',             routes: ['POST /auth/login'],           per: 'client',            counts: 'requests', points: 60, seconds: 15 * MINUTES, sentence: TOO_MANY },
  { name: 'account logins',     routes: ['POST /auth/login'],           per: 'account',           counts: 'requests', points: 30, seconds: 15 * MINUTES, sentence: TOO_MANY },
  { name: 'links',              routes: SEND_LINK,                      per: 'client',            counts: 'requests', points: 30, seconds: 1 * HOURS,    sentence: TOO_MANY_LINKS },
  { name: 'account links',      routes: SEND_LINK,                      per: 'accountFromClient', counts: 'requests', points: 5,  seconds: 1 * HOURS,    sentence: TOO_MANY_LINKS },
  { name: 'resets',             routes: FORGOT,                         per: 'client',            counts: 'requests', points: 30, seconds: 1 * HOURS,    sentence: TOO_MANY },
  { name: 'account resets',     routes: FORGOT,                         per: 'accountFromClient', counts: 'requests', points: 5,  seconds: 1 * HOURS,    sentence: TOO_MANY },
  { name: 'link tokens',        routes: LINK_TOKENS,                    per: 'client',            counts: 'requests', points: 60, seconds: 15 * MINUTES, sentence: TOO_MANY },
  { name: 'password changes',   routes: PASSWORD_ASKED,                 per: 'admin',             counts: 'wrong passwords', points: 10, seconds: 15 * MINUTES, sentence: TOO_MANY },
  { name: 'test mails',         routes: ['POST /admin/test-email'],     per: 'admin',             counts: 'requests', points: 20, seconds: 1 * HOURS,    sentence: TOO_MANY },
  { name: 'pick links',         routes: PICK_LINKS,                     per: 'client',            counts: 'failures', points: 30, seconds: 15 * MINUTES, sentence: TOO_MANY },
  { name: 'receipts',           routes: RECEIPTS,                       per: 'client',            counts: 'failures', points: 30, seconds: 15 * MINUTES, sentence: TOO_MANY },
]

/**
 * Holds every route to its limits. Counts live in this process, under hashed keys. A window is named by our own clock, so
 * that a test can move it; the library counts, and forgets each count in time.
 */
export function limitRoutes(api: FastifyInstance, { clock }: { clock: Clock }): void {
  const limiters = LIMITS.map((limit) => limiterOf(limit, clock))
  // Found once for each route, since most have none.
  api.addHook('onRoute', (route) => {
    const verbs = [route.method].flat().map((method) => (method === 'HEAD' ? 'GET' : method))
    const names = verbs.map((verb) => `${verb} ${route.routePath}`)
    const ofRoute = limiters.filter(({ limit }) => names.some((name) => limit.routes.includes(name)))
    route.config = { ...route.config, limiters: ofRoute }
  })
  const limitersOf = (counts: Limit['counts'], { routeOptions }: FastifyRequest) =>
    routeOptions.config.limiters?.filter(({ limit }) => limit.counts === counts) ?? []

  api.addHook('preHandler', (request, reply, done) => {
    const spending = [...limitersOf('requests', request), ...limitersOf('wrong passwords', request)]
    if (spending.length === 0) done()
    else spendAll(spending, request, reply).then(() => done(), done)
  })
  api.addHook('onSend', (request, reply, payload, done) => {
    const failing = reply.statusCode === 404 ? limitersOf('failures', request) : []
    if (reply.statusCode !== 401)
      for (const { giveBack } of limitersOf('wrong passwords', request)) giveBack(request)
    if (failing.length === 0) done(null, payload)
    else afterFailure(failing, request, reply, payload).then((answer) => done(null, answer), done)
  })
  refuseUnknownRoutes(api)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Those that hold the route. */
    limiters?: readonly Limiter[]
  }
}

type Limiter = ReturnType<typeof limiterOf>

async function spendAll(limiters: readonly Limiter[], request: FastifyRequest, reply: FastifyReply) {
  for (const { limit, spend } of limiters) {
    const waitSeconds = await spend(request)
    if (waitSeconds === null) continue
    reply.header('retry-after', waitSeconds)
    throw new HttpRefusal(429, limit.sentence)
  }
}

async function afterFailure(
  limiters: readonly Limiter[],
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
) {
  for (const { limit, spend } of limiters) {
    const waitSeconds = await spend(request)
    if (waitSeconds !== null) return refuseInstead(reply, waitSeconds, limit.sentence)
  }
  return payload
}

function limiterOf(limit: Limit, clock: Clock) {
  const counter = new RateLimiterMemory({
    points: limit.points,
    duration: limit.seconds,
    keyPrefix: limit.name,
  })
  const spent = new WeakMap<FastifyRequest, string>()
  /** Answers the seconds to wait, or null when there is no need to. */
  const spend = async (request: FastifyRequest): Promise<number | null> => {
    const now = Date.parse(clock.now()) / 1000
    const window = Math.floor(now / limit.seconds)
    try {
      const key = hashOf(`${window}/${KEYS[limit.per](request)}`)
      await counter.consume(key)
      spent.set(request, key)
      return null
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      return Math.ceil((window + 1) * limit.seconds - now)
    }
  }
  /** Of a request that was refused for its limit nothing was spent. */
  const giveBack = (request: FastifyRequest) => {
    const key = spent.get(request)
    if (key !== undefined) void counter.reward(key)
  }
  return { limit, spend, giveBack }
}

function refuseInstead(reply: FastifyReply, waitSeconds: number, sentence: string): string {
  reply.code(429).header('retry-after', waitSeconds)
  return JSON.stringify({ error: sentence })
}

/** A limit whose route was renamed would silently be none. */
function refuseUnknownRoutes(api: FastifyInstance) {
  const known = new Set<string>()
  api.addHook('onRoute', ({ method, routePath }) => {
    for (const one of [method].flat()) known.add(`${one} ${routePath}`)
  })
  api.addHook('onReady', async () => {
    const unknown = LIMITS.flatMap(({ routes }) => routes).filter((route) => !known.has(route))
    if (unknown.length > 0) throw new Error(`There is a limit on ${unknown.join()}, but no such route`)
  })
}

/** Of an IPv6 address the first half: whoever has one has the whole network behind it. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(ip)) return ip
  const [head = [], tail] = ip.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = tail === undefined ? [] : Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...zeros, ...(tail ?? [])].slice(0, 4).join(':')
}

const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url')
