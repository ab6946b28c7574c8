import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload, RouteOptions } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { comparable } from '../../domain/names.ts'
import { Refusal, refused } from '../../domain/refusal.ts'
import type { LIMIT_REFUSALS } from '../../domain/refusals/requests.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { EndpointName } from '../contract/endpoints.ts'
import { networksOf } from './requests.ts'
import { endpointAt } from './serve.ts'

/** Whose requests count together. Where there are two, the second is wider and may do more. */
const KEYS = {
  client: ({ ip }: FastifyRequest) => networksOf(ip),
  account: ({ body }: FastifyRequest) => [comparable((body as { email: string }).email)],
  /** A stranger who asks for the account too does not use up its owner's attempts. */
  accountFromClient: (request: FastifyRequest) =>
    KEYS.client(request).map((client) => `${KEYS.account(request)} ${client}`),
  admin: ({ admin }: FastifyRequest) => [`${admin?.adminId}`],
  /** The route refuses what is no link before it counts. */
  link: ({ params }: FastifyRequest) => [(params as { token: string }).token],
}

type Limit<Route extends string = string> = {
  name: string
  routes: readonly Route[]
  per: keyof typeof KEYS
  /** `wrong passwords`, and wrong codes, are counted before they are checked, so that guesses at once all count, and given back unless refused with 401. */
  counts: 'requests' | 'failures' | 'queries' | 'wrong passwords'
  points: number
  seconds: number
  code: keyof typeof LIMIT_REFUSALS
}

const isWithoutBody = ({ per }: Limit) => per === 'client' || per === 'link'

const MINUTES = 60
const HOURS = 3_600
const SEND_LINK = ['POST /auth/send-magic-link'] as const
const FORGOT = ['POST /auth/forgot-password'] as const
const MY_LINK = ['POST /public/my-link'] as const
const LINK_TOKENS = [
  'POST /auth/check-magic-link',
  'POST /auth/verify-magic-link',
  'POST /auth/reset-password',
  'POST /public/join-confirmations',
] as const
const PROOF_ASKED = [
  'POST /auth/change-password',
  'POST /auth/change-email',
  'POST /auth/second-factor/setup',
  'POST /auth/second-factor/confirm',
  'POST /auth/second-factor/recovery-codes',
  'DELETE /auth/second-factor',
] as const
const RECEIPTS = ['GET /public/receipts/{code}'] as const
const SEALS = ['GET /public/seals/{head}'] as const
const PICK_LINKS = [
  'GET /picks/validate/{token}',
  'GET /picks/{token}',
  'POST /picks/{token}',
  'POST /picks/{token}/links',
  'POST /picks/{token}/ask-late',
  'GET /me/{token}',
  'PUT /me/{token}/switches',
] as const
const JOIN = ['POST /public/join/{token}'] as const
const JOIN_LINKS = ['GET /public/join/{token}', ...JOIN] as const
const PICK_CHANGES = ['POST /picks/{token}', 'POST /picks/{token}/ask-late'] as const
const PAST_BOARDS = ['GET /public/leaderboard/season/{id}'] as const
const EXPLANATIONS = [
  'GET /public/leaderboard/season/{id}/players/{playerId}',
  'GET /public/seasons/{id}/rounds/{roundId}/players/{playerId}',
] as const

/** Of a route the client's limit comes first, so that no client fills the memory with accounts that it makes up. */
// biome-ignore format: a table reads best as one
export const LIMITS: readonly Limit<EndpointName>[] = [
  { name: 'login steps',        routes: ['POST /auth/request-login'],   per: 'client',            counts: 'requests', points: 60, seconds: 15 * MINUTES, code: 'too-many-attempts' },
  { name: 'logins',             routes: ['POST /auth/login'],           per: 'client',            counts: 'requests', points: 60, seconds: 15 * MINUTES, code: 'too-many-attempts' },
  { name: 'account logins',     routes: ['POST /auth/login'],           per: 'account',           counts: 'requests', points: 30, seconds: 15 * MINUTES, code: 'too-many-attempts' },
  { name: 'links',              routes: SEND_LINK,                      per: 'client',            counts: 'requests', points: 30, seconds: 1 * HOURS,    code: 'too-many-login-links' },
  { name: 'account links',      routes: SEND_LINK,                      per: 'accountFromClient', counts: 'requests', points: 5,  seconds: 1 * HOURS,    code: 'too-many-login-links' },
  { name: 'resets',             routes: FORGOT,                         per: 'client',            counts: 'requests', points: 30, seconds: 1 * HOURS,    code: 'too-many-attempts' },
  { name: 'account resets',     routes: FORGOT,                         per: 'accountFromClient', counts: 'requests', points: 5,  seconds: 1 * HOURS,    code: 'too-many-attempts' },
  { name: 'pages',              routes: MY_LINK,                        per: 'client',            counts: 'requests', points: 30, seconds: 1 * HOURS,    code: 'too-many-attempts' },
  { name: 'account pages from a client', routes: MY_LINK,               per: 'accountFromClient', counts: 'requests', points: 5,  seconds: 1 * HOURS,    code: 'too-many-attempts' },
  { name: 'account pages',      routes: MY_LINK,                        per: 'account',           counts: 'requests', points: 20, seconds: 1 * HOURS,    code: 'too-many-attempts' },
  { name: 'link tokens',        routes: LINK_TOKENS,                    per: 'client',            counts: 'requests', points: 60, seconds: 15 * MINUTES, code: 'too-many-attempts' },
  { name: 'joins',              routes: JOIN,                           per: 'client',            counts: 'requests', points: 60, seconds: 1 * HOURS,    code: 'too-many-attempts' },
  { name: 'account joins',      routes: JOIN,                           per: 'accountFromClient', counts: 'requests', points: 5,  seconds: 1 * HOURS,    code: 'too-many-attempts' },
  { name: 'looks at a join link', routes: ['GET /public/join/{token}'], per: 'client',            counts: 'requests', points: 120, seconds: 1 * MINUTES, code: 'too-many-attempts' },
  { name: 'codes',              routes: ['POST /auth/verify-second-factor'], per: 'client',       counts: 'requests', points: 60, seconds: 15 * MINUTES, code: 'too-many-attempts' },
  { name: 'account changes',    routes: PROOF_ASKED,                    per: 'admin',             counts: 'wrong passwords', points: 10, seconds: 15 * MINUTES, code: 'too-many-attempts' },
  { name: 'test mails',         routes: ['POST /admin/test-email'],     per: 'admin',             counts: 'requests', points: 20, seconds: 1 * HOURS,    code: 'too-many-attempts' },
  { name: 'pick changes',       routes: PICK_CHANGES,                   per: 'link',              counts: 'requests', points: 30, seconds: 10 * MINUTES, code: 'too-many-pick-changes' },
  { name: 'links by mail',      routes: ['POST /picks/{token}/links'],   per: 'link',              counts: 'requests', points: 10, seconds: 10 * MINUTES, code: 'too-many-attempts' },
  { name: 'own switches',       routes: ['PUT /me/{token}/switches'],    per: 'link',              counts: 'requests', points: 30, seconds: 10 * MINUTES, code: 'too-many-attempts' },
  { name: 'looks at a pick',    routes: ['GET /picks/{token}', 'GET /me/{token}'],          per: 'link',              counts: 'requests', points: 600, seconds: 10 * MINUTES, code: 'too-many-attempts' },
  { name: 'past boards',        routes: PAST_BOARDS,                    per: 'client',            counts: 'queries',  points: 120, seconds: 1 * MINUTES, code: 'too-many-looks' },
  { name: 'explanations',       routes: EXPLANATIONS,                   per: 'client',            counts: 'requests', points: 120, seconds: 1 * MINUTES, code: 'too-many-looks' },
  { name: 'seals',              routes: SEALS,                          per: 'client',            counts: 'requests', points: 60, seconds: 1 * MINUTES, code: 'too-many-attempts' },
  { name: 'pick links',         routes: [...PICK_LINKS, ...JOIN_LINKS],                 per: 'client',            counts: 'failures', points: 30, seconds: 15 * MINUTES, code: 'too-many-attempts' },
  { name: 'receipts',           routes: RECEIPTS,                       per: 'client',            counts: 'failures', points: 30, seconds: 15 * MINUTES, code: 'too-many-attempts' },
]

// biome-ignore format: a table reads best as one
export const PAGE_LIMITS: Record<'reminders' | 'pick' | 'document', readonly Limit[]> = {
  reminders: [
    { name: 'reminder switches', routes: ['POST /reminders/{token}'],                          per: 'link', counts: 'requests', points: 30, seconds: 10 * MINUTES, code: 'too-many-reminder-switches' },
    { name: 'mail switches',     routes: ['POST /messages/{token}', 'POST /receipts/{token}'], per: 'link', counts: 'requests', points: 30, seconds: 10 * MINUTES, code: 'too-many-mail-switches' },
  ],
  pick:      [{ name: 'looks at a pick page', routes: ['GET /pick/{token}'],       per: 'link',   counts: 'requests', points: 600, seconds: 10 * MINUTES, code: 'too-many-attempts' }],
  document:  [{ name: 'documents',            routes: ['GET /docs/json'],          per: 'client', counts: 'requests', points: 60,  seconds: 1 * MINUTES,  code: 'too-many-requests' }],
}

/** Counts live in this process, under hashed keys. A window is named by our own clock, so that a test can move it. */
export function limitRoutes(
  api: FastifyInstance,
  { clock }: { clock: Clock },
  limits: readonly Limit[],
): void {
  const limiters = limits.map((limit) => limiterOf(limit, clock))
  const unknown = new Set(limits.flatMap(({ routes }) => routes))
  api.addHook('onRoute', (route) => {
    const name = endpointAt(route)
    unknown.delete(name)
    limitRoute(
      route,
      limiters.filter(({ limit }) => limit.routes.includes(name)),
    )
  })
  // A limit whose route was renamed would silently be none.
  api.addHook('onReady', async () => {
    if (unknown.size > 0) throw new Error(`There is a limit on ${[...unknown].join()}, but no such route`)
  })
}

type Limiter = ReturnType<typeof limiterOf>

function limitRoute(route: RouteOptions, limiters: readonly Limiter[]) {
  const counting = (counts: Limit['counts']) => limiters.filter(({ limit }) => limit.counts === counts)
  const [failures, proofs] = [counting('failures'), counting('wrong passwords')]
  const asked = limiters.filter((limiter) => !failures.includes(limiter))
  // What needs no body is counted before it is read: a refusal must cost little.
  const early = asked.filter(({ limit }) => isWithoutBody(limit))
  const late = asked.filter(({ limit }) => !isWithoutBody(limit))
  if (early.length > 0) {
    route.preParsing = [
      async (request: FastifyRequest, reply: FastifyReply, payload: RequestPayload) => {
        await spendAll(early, request, reply)
        return payload
      },
      route.preParsing ?? [],
    ].flat()
  }
  if (late.length > 0) {
    route.preHandler = [
      async (request: FastifyRequest, reply: FastifyReply) => spendAll(late, request, reply),
      route.preHandler ?? [],
    ].flat()
  }
  if (failures.length + proofs.length > 0) {
    route.onSend = [
      async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
        if (reply.statusCode !== 401) for (const { giveBack } of proofs) giveBack(request)
        return reply.statusCode === 404 ? afterFailure(failures, request, reply, payload) : payload
      },
      route.onSend ?? [],
    ].flat()
  }
}

async function spendAll(limiters: readonly Limiter[], request: FastifyRequest, reply: FastifyReply) {
  for (const { limit, spend } of limiters) {
    if (limit.counts === 'queries' && !request.url.includes('?')) continue
    const waitSeconds = await spend(request)
    if (waitSeconds === null) continue
    reply.header('retry-after', waitSeconds)
    throw new Refusal(limit.code, { waitSeconds })
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
    if (waitSeconds === null) continue
    reply.code(429).header('retry-after', waitSeconds)
    return JSON.stringify(refused(limit.code, { waitSeconds }))
  }
  return payload
}

/** One customer may have a whole /48, and so may an office with many people. */
export const WIDER_NETWORK_TIMES = 4

function limiterOf(limit: Limit, clock: Clock) {
  // It must know the window before the one that is counted.
  const counter = new RateLimiterMemory({
    points: limit.points,
    duration: 2 * limit.seconds,
    keyPrefix: limit.name,
  })
  const spent = new WeakMap<FastifyRequest, string[]>()

  const spend = async (request: FastifyRequest): Promise<number | null> => {
    for (const [index, key] of KEYS[limit.per](request).entries()) {
      const waitSeconds = await spendFrom(
        request,
        key,
        limit.points * (index === 0 ? 1 : WIDER_NETWORK_TIMES),
      )
      if (waitSeconds !== null) return waitSeconds
    }
    return null
  }

  /** A sliding window: what was counted in the fixed one before still counts, by the part of it that is not over. */
  async function spendFrom(request: FastifyRequest, key: string, points: number): Promise<number | null> {
    const windows = Date.parse(clock.now()) / 1000 / limit.seconds
    const current = Math.floor(windows)
    const passed = windows - current
    const before = (await counter.get(hashOf(`${current - 1}/${key}`)))?.consumedPoints ?? 0
    const counted = hashOf(`${current}/${key}`)
    const { consumedPoints: count } = await counter.penalty(counted)
    if (before * (1 - passed) + count <= points) {
      spent.set(request, [...(spent.get(request) ?? []), counted])
      return null
    }
    await counter.reward(counted)
    const free =
      count <= points ? 1 - (points - count) / before : 1 + Math.max(0, 1 - (points - 1) / (count - 1))
    return Math.max(1, Math.ceil((free - passed) * limit.seconds))
  }

  /** Of a request that was refused for its limit nothing was spent. */
  const giveBack = (request: FastifyRequest) => {
    for (const key of spent.get(request) ?? []) void counter.reward(key)
  }
  return { limit, spend, giveBack }
}

const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url')
