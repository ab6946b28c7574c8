import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { FOR_EVERYBODY } from '../answers/sent-answers.ts'

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
}

const ENDINGS = { br: '.br', gzip: '.gz' } as const

type ClientFile = {
  path: string
  type: string
  body: Buffer
  encoded: Record<Encoding, Buffer | null>
}

type Encoding = keyof typeof ENDINGS

/** Read once, at start: a new build in the same folder must not take away what the running server's page asks for. */
export function readClientFiles(folder: string): ClientFile[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.flatMap((name) => {
    const type = CONTENT_TYPES[extname(name)]
    if (type === undefined) return []
    const file = join(folder, name)
    const encoded = { br: readIfThere(`${file}${ENDINGS.br}`), gzip: readIfThere(`${file}${ENDINGS.gzip}`) }
    return { path: `/${name.split(sep).join('/')}`, type, body: readFileSync(file), encoded }
  })
}

const readIfThere = (file: string) => (existsSync(file) ? readFileSync(file) : null)

/** As its build compressed it. A name with a hash is never used for other content. */
export function sendClientFile(
  { path, type, body, encoded }: ClientFile,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const isHashed = path.startsWith('/assets/')
  reply.type(type).header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : FOR_EVERYBODY)
  if (encoded.gzip === null) return reply.send(body)
  reply.header('vary', 'accept-encoding')
  const encoding = negotiate<Encoding>(request.headers['accept-encoding'] ?? '', ['br', 'gzip'])
  const bytes = encoding && encoded[encoding]
  return bytes ? reply.header('content-encoding', encoding).send(bytes) : reply.send(body)
}
