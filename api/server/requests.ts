import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { errorCodes, type FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
import { withoutUnseen } from '../../domain/names.ts'
import { Refusal, type Refused, refused } from '../../domain/refusal.ts'
import { securityHeaders } from '../answers/sent-answers.ts'
import { pathOf } from './path.ts'
import type { Services } from './services.ts'

export function readRequests(
  app: FastifyInstance,
  { clock, settings }: Pick<Services, 'clock' | 'settings'>,
): void {
  app.decorateRequest('receivedAt', '')
  app.decorateRequest('commandId', '')
  // Hooks that every request passes call back: a promise for each costs more than what they do.
  app.addHook('onRequest', (request, _reply, done) => {
    if (settings.trustProxy.length > 0) readForwardedAddress(request.raw)
    request.receivedAt = clock.now()
    request.commandId = request.id
    request.actor = { kind: 'system' }
    // Two servers might each read another name, or another end of the request.
    done(isAmbiguous(request.raw) ? new Refusal('http-invalid') : undefined)
  })
  app.addHook('preValidation', async (request) => {
    // The whole request is in: who sends the body late is late.
    request.receivedAt = clock.now()
    request.body = tidyBody(request.body)
    for (const text of Object.values(request.query ?? {})) refuseUnstorable(`${text}`)
  })
  readEmptyBodies(app)
}

const HEALTH = /^\/api\/(?:admin\/)?health\b/

/** Until the start is complete, the first admin included, only health is told. */
export function waitUntilReady(app: FastifyInstance, { lifecycle }: Pick<Services, 'lifecycle'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (lifecycle() !== 'starting' || HEALTH.test(request.url)) return done()
    reply.header('retry-after', '5')
    done(new Refusal('server-starting'))
  })
}

/** Many clients announce JSON on requests that have no body. */
function readEmptyBodies(app: FastifyInstance) {
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined)
    else readJson(request, text as string, done)
  })
  app.addContentTypeParser('*', (request, _body, done) => {
    if (request.headers['content-length'] === '0') done(null, undefined)
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers['content-type']))
  })
}

/** Some proxies name the port of each visitor, which is another one for each connection. */
function readForwardedAddress({ headers }: IncomingMessage) {
  const forwarded = headers['x-forwarded-for']
  if (typeof forwarded !== 'string') return
  headers['x-forwarded-for'] = forwarded
    .split(',')
    .map((address) => address.trim().replace(/^"?\[([^\]]*)\](?::\d+)?"?$|^"?([^:"]+):\d+"?$/, '$1$2'))
    .join(', ')
}

/** Of an IPv6 address the first half, which is the least that anybody has, and the /48 that a customer may have. */
export function networksOf(ip: string): [network: string, ...wider: string[]] {
  if (!ipaddr.isValid(ip)) return [ip]
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return [`${address}`]
  const network = (bits: number) =>
    ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toNormalizedString()
  return [network(64), `${network(48)}/48`]
}

export const clientAt = (ip: string): string => networksOf(ip)[0]

const PARSER_REFUSALS: Record<string, { status: number; answer: Refused }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, answer: refused('request-too-slow') },
  HPE_HEADER_OVERFLOW: { status: 431, answer: refused('headers-too-large') },
}
const UNREADABLE = { status: 400, answer: refused('http-invalid') }

export function answerParserRefusal(appUrl: string) {
  const headers = Object.entries(securityHeaders(appUrl)).map(([name, value]) => `${name}: ${value}\r\n`)
  return (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const { status, answer } = PARSER_REFUSALS[error.code ?? ''] ?? UNREADABLE
    const body = JSON.stringify(answer)
    if (socket.writable) {
      socket.write(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}cache-control: no-store\r\n` +
          `content-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
      )
    }
    socket.destroy(error)
  }
}

/** HTTP/1.0 may go without a host. */
export function isAmbiguous({ rawHeaders, httpVersion, httpVersionMajor }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1 || httpVersionMajor < 1 || (hosts === 0 && httpVersion === '1.1')
}

/** Taken to the letter: a space in a password belongs to it. */
const VERBATIM = new Set(['password', 'currentPassword', 'newPassword', 'token'])

/** What is pasted from a web page may bring characters that nobody sees, and that no mail server takes. */
const ADDRESSES = new Set(['email', 'newEmail'])

const DEPTH_MAX = 8

/** Before it is validated, so that lengths count what is kept. Refuses text that no database and no mail can carry. */
function tidyBody(value: unknown, field = '', depth = 0): unknown {
  if (depth > DEPTH_MAX) throw new Refusal('request-nested-too-deeply')
  if (typeof value === 'string') return tidyText(value, field)
  if (Array.isArray(value)) return value.map((item) => tidyBody(item, field, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, tidyBody(item, key, depth + 1)]))
}

function tidyText(text: string, field: string): string {
  refuseUnstorable(text)
  if (VERBATIM.has(field)) return text
  const seen = withoutUnseen(text).trim()
  return seen === '' || ADDRESSES.has(field) ? seen : text.trim()
}

function refuseUnstorable(text: string) {
  if (text.includes('\0') || !text.isWellFormed()) throw new Refusal('text-not-storable')
}

/** What no link of ours ends with: marks of the sentence around it, as they are or encoded. */
const TAIL = /(?:%[\da-f]{2}|[^\w/=%-])+$/i
/** More is no slip. A longer search would take a time that grows with the square of an address. */
const TAIL_MAX = 24

/** People copy a link with the full stop or bracket after it, and type the path without its slash. */
export function leadToAddressMeant(app: FastifyInstance, appUrl: string): void {
  const path = pathOf(appUrl)
  app.addHook('onRequest', (request, reply, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const address = isRead ? addressMeant(request.url, path) : null
    if (address === null) done()
    else void reply.header('cache-control', 'no-store').redirect(address, 302)
  })
}

/** Null where it is the one that was asked for. */
function addressMeant(url: string, path: string): string | null {
  const address = withoutTail(url) ?? url
  const isPathAlone = path !== '' && address.split('?', 1)[0] === path
  if (isPathAlone) return `${path}/${address.slice(path.length)}`
  return address === url ? null : path + address
}

function withoutTail(url: string): string | null {
  if (url.startsWith('/api/')) return null
  const tail = TAIL.exec(url.slice(-TAIL_MAX))?.[0]
  if (tail === undefined || tail.length === TAIL_MAX || !isPunctuation(tail)) return null
  const address = url.slice(0, -tail.length)
  // Two slashes would lead to another host.
  return /^\/(?![/\\])/.test(address) ? address : null
}

function isPunctuation(tail: string) {
  try {
    return /^[\p{P}\p{Z}<>`]+$/u.test(decodeURIComponent(tail))
  } catch {
    return false
  }
}
