import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance } from 'fastify'

/** Below this, the headers are most of an answer. */
const BYTES_MIN = 1024

const gzipped = promisify<string | Buffer, Buffer>(gzip)

/** A board is kept as it is sent, and so is its compressed form: as long as the board itself. */
const kept = new WeakMap<Buffer, Promise<Buffer>>()

/**
 * Compresses what is read, for clients that accept gzip. What a command answers is short, and gzip would take as long as the
 * command. Streams pass: the live one must not be held back, and files come compressed.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!['GET', 'HEAD'].includes(request.method)) return done()
    if (!(typeof payload === 'string' || Buffer.isBuffer(payload)) || payload.length < BYTES_MIN)
      return done()
    if (reply.hasHeader('content-encoding') || !isText(reply.getHeader('content-type'))) return done()
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
