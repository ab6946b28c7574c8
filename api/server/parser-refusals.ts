import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { securityHeaders } from '../answers/headers.ts'
import { HttpRefusal } from './problems.ts'

const REFUSALS: Record<string, { status: number; sentence: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, sentence: 'The request took too long' },
  HPE_HEADER_OVERFLOW: { status: 431, sentence: 'The headers of the request are too large' },
}
const UNREADABLE = { status: 400, sentence: 'The request is not valid HTTP' }

/** Answers what the parser refuses before there is a request, as every other refusal is answered. */
export function answerParserRefusal(appUrl: string) {
  const headers = Object.entries(securityHeaders(appUrl)).map(([name, value]) => `${name}: ${value}\r\n`)
  return (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const { status, sentence } = REFUSALS[error.code ?? ''] ?? UNREADABLE
    const body = JSON.stringify({ error: sentence })
    if (socket.writable) {
      socket.write(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}cache-control: no-store\r\n` +
          `content-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
      )
    }
    socket.destroy(error)
  }
}

/** What the parser lets through: two servers might each read another name, or another end of the request. */
export function refuseAmbiguousRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(isAmbiguous(request.raw) ? new HttpRefusal(400, UNREADABLE.sentence) : undefined)
  })
}

export function isAmbiguous({ rawHeaders, httpVersionMajor }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1 || httpVersionMajor < 1
}
