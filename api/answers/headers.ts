import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../server/services.ts'

const CONTENT_SECURITY_POLICY = policyWith({ script: [], style: [] })

const HSTS = 'max-age=31536000; includeSubDomains'

/** What every answer tells the browser, but for the policy that a page may replace. */
export const securityHeaders = (appUrl: string): Record<string, string> => ({
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  ...(appUrl.startsWith('https:') && { 'strict-transport-security': HSTS }),
})

/** Allows the scripts and styles that stand in this page, word for word, and no others. */
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

export function setHeaders(
  app: FastifyInstance,
  { settings, projector, lifecycle, notShown }: Services,
): void {
  const { 'content-security-policy': policy, ...headers } = securityHeaders(settings.appUrl)
  app.addHook('onSend', (request, reply, _payload, done) => {
    // A page that is not the client's has a stricter one of its own.
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', policy)
    }
    reply.headers(headers)
    const isApi = request.url.startsWith('/api')
    const isBehind = notShown.delete(request.commandId) || (isApi && projector.failure() !== null)
    if (isBehind) reply.header('x-read-model', 'behind')
    if (lifecycle() === 'draining') reply.header('connection', 'close')
    if (isApi && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done()
  })
}
