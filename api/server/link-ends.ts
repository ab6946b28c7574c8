import type { FastifyInstance } from 'fastify'

/** What no link of ours ends with: marks of the sentence around it, as they are or encoded. */
const TAIL = /(?:%[\da-f]{2}|[^\w/=%-])+$/i
/** More is no slip. A longer search would take a time that grows with the square of an address. */
const TAIL_MAX = 24

/** People copy a link with the full stop or bracket behind it. Pages lead on to the address without that. */
export function trimLinkEnds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const address = request.method === 'GET' ? withoutTail(request.url) : null
    if (address === null) done()
    else void reply.header('cache-control', 'no-store').redirect(address, 302)
  })
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
