import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PresentAdmin } from '../../domain/admins/admin.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Access } from '../contract/endpoint.ts'
import { type AccountServices, authenticate } from './sessions.ts'

/** Of bodies that anybody may send: fifty picks of a hundred characters, in four bytes each. */
const PUBLIC_BODY_BYTES_MAX = 24 * 1024

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    operator?: boolean
    conditional?: boolean
  }
  interface FastifyRequest {
    admin: PresentAdmin | null
    /** Whether the admin has no second factor although every admin needs one. */
    lacksFactor: boolean
  }
}

/** Guards every route by what it declares; a route that declares nothing does not start. */
export function guardRoutes(app: FastifyInstance, services: AccountServices, operatorToken: string): void {
  app.decorateRequest('admin', null)
  app.decorateRequest('session', null)
  app.decorateRequest('lacksFactor', false)
  app.addHook('onRoute', (route) => {
    const access = route.config?.access
    if (!access) throw new Error(`The route ${route.url} does not say who may call it`)
    if (access === 'public') route.bodyLimit = PUBLIC_BODY_BYTES_MAX
  })
  app.addHook('onRequest', guard)
  // Again once the body is in, which may be long after the headers: the session may have ended in between.
  app.addHook('preValidation', (request, reply, done) => {
    if (request.method === 'GET' || request.method === 'HEAD') done()
    else guard(request, reply, done)
  })

  function guard(request: FastifyRequest, _reply: FastifyReply, done: (err?: Error) => void) {
    const { access } = request.routeOptions.config
    if (access === undefined || access === 'public') done()
    else admit(request, access).then(() => done(), done)
  }

  async function admit(request: FastifyRequest, access: Exclude<Access, 'public'>) {
    if (request.routeOptions.config.operator && isOperator(request, operatorToken)) return
    const { admin, session } = await authenticate(app, services, request)
    if (access !== 'setup' && admin.status === 'must_set_up') throw new Refusal('setup-first')
    request.lacksFactor = !session.has_factor && (await services.settingsNow()).secondFactorRequired
    if (access !== 'setup' && request.lacksFactor) throw new Refusal('second-factor-required')
    if (access === 'main_admin' && !admin.isMain) throw new Refusal('main-admin-only')
    request.admin = admin
    request.session = session
    request.actor = { kind: 'admin', id: admin.adminId }
  }
}

function isOperator({ headers }: FastifyRequest, token: string): boolean {
  const expected = Buffer.from(`Operator ${token}`)
  const given = Buffer.from(headers.authorization ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

export function callerOf({ admin }: { admin: PresentAdmin | null }): PresentAdmin {
  if (!admin) throw new Error('This route is not guarded')
  return admin
}
