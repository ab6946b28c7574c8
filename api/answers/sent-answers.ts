import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import fastJsonStringify from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifySerializerCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import type { Services } from '../server/services.ts'

const CONTENT_SECURITY_POLICY = policyWith({ script: [], style: [] })

/** Of what everybody gets alike. A browser asks each time whether it still holds, a cache between every second. */
export const FOR_EVERYBODY = 'public, max-age=0, s-maxage=1'

const HSTS = 'max-age=31536000; includeSubDomains'

export const securityHeaders = (appUrl: string): Record<string, string> => ({
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  ...(appUrl.startsWith('https:') && { 'strict-transport-security': HSTS }),
})

/** Allows the scripts and styles that this page holds, word for word, and no others. */
export function policyOf(page: string): string {
  const inside = (tag: 'script' | 'style') =>
    [...page.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    )
  return policyWith({ script: inside('script'), style: inside('style') })
}

function policyWith({ script, style }: { script: readonly string[]; style: readonly string[] }): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...script].join(' '),
    ["style-src 'self'", ...style].join(' '),
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

type Uses = Pick<Services, 'settings' | 'projector' | 'lifecycle' | 'notShown'>

export function sendAnswers(app: FastifyInstance, { settings, projector, lifecycle, notShown }: Uses): void {
  const { 'content-security-policy': policy, ...headers } = securityHeaders(settings.appUrl)
  app.addHook('onSend', (request, reply, payload, done) => {
    // A page that is not the client's has a stricter one of its own.
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', policy)
    reply.headers(headers)
    const isApi = request.url.startsWith('/api')
    const isBehind = notShown.delete(request.commandId) || projector.failure() !== null
    if (isBehind && isApi) reply.header('x-read-model', 'behind')
    if (lifecycle() === 'draining') reply.header('connection', 'close')
    const { conditional = false, access } = request.routeOptions.config ?? {}
    const isDone = reply.statusCode === 200
    const wanted = conditional && access === 'public' ? FOR_EVERYBODY : reply.getHeader('cache-control')
    if (wanted === FOR_EVERYBODY)
      reply.header('cache-control', isDone && !isBehind ? FOR_EVERYBODY : 'no-store')
    else if (isApi && wanted === undefined) reply.header('cache-control', 'no-store')
    if (isDone && (conditional || wanted === FOR_EVERYBODY)) tag(reply, payload)
    done()
  })
  compressAnswers(app)
}

function tag(reply: FastifyReply, payload: unknown) {
  if (reply.hasHeader('etag') || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return
  reply.header('etag', tagOf(payload))
}

export const tagOf = (payload: string | Buffer): string =>
  `"${createHash('sha256').update(payload).digest('base64url')}"`

const COMPRESSED_BYTES_MIN = 1024

const gzipped = promisify<string | Buffer, Buffer>(gzip)

/** A board is kept as it is sent, and so is its compressed form: as long as the board itself. */
const kept = new WeakMap<Buffer, Promise<Buffer>>()

/** Not what a command answers: gzip would take as long as the command. Nor streams: the live one must not be held back, and files come compressed. */
function compressAnswers(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!['GET', 'HEAD'].includes(request.method)) return done()
    if (!(typeof payload === 'string' || Buffer.isBuffer(payload))) return done()
    if (payload.length < COMPRESSED_BYTES_MIN || reply.hasHeader('content-encoding')) return done()
    if (!isText(reply.getHeader('content-type'))) return done()
    reply.header('vary', 'accept-encoding')
    if (!negotiate(request.headers['accept-encoding'] ?? '', ['gzip'])) return done()
    compressed(payload).then((body) => {
      reply.header('content-encoding', 'gzip').removeHeader('content-length')
      // The same content in other bytes: the tag no longer names the bytes.
      const etag = reply.getHeader('etag')
      if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('etag', `W/${etag}`)
      done(null, body)
    }, done)
  })
}

const isText = (type: unknown) => typeof type === 'string' && /^text\/|json/.test(type)

function compressed(payload: string | Buffer): Promise<Buffer> {
  if (typeof payload === 'string') return gzipped(payload)
  const known = kept.get(payload)
  if (known) return known
  const made = gzipped(payload)
  kept.set(payload, made)
  return made
}

const serializers = new WeakMap<TSchema, (value: unknown) => string>()

/** Made once for each schema in a process, for the first answer. Schemas are constants of the contract. */
export const compileSerializer: FastifySerializerCompiler<TSchema> =
  ({ schema }) =>
  (value) => {
    const serialize = serializers.get(schema) ?? fastJsonStringify(schema)
    serializers.set(schema, serialize)
    return serialize(value)
  }
