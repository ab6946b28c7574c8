import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import escapeHtml from 'escape-html'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Branding } from '#domain/settings'
import { currentSettings } from '#projections/settings'
import { answerUnknownPath } from './problems.ts'
import type { Services } from './services.ts'

/** The built client: hashed assets for ever, and one page for every screen with the app's own title in its head. */
export async function serveClient(app: FastifyInstance, { read, settings }: Services): Promise<void> {
  const page = readFileSync(join(settings.webDir, 'index.html'), 'utf8')

  await app.register(fastifyStatic, {
    root: settings.webDir,
    index: false,
    wildcard: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes(join(settings.webDir, 'assets'))
      reply.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/', servePage)
  app.setNotFoundHandler((request, reply) =>
    isScreen(request) ? servePage(request, reply) : answerUnknownPath(request, reply),
  )

  async function servePage(_request: FastifyRequest, reply: FastifyReply) {
    const { branding } = await currentSettings(read)
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(withHead(page, branding))
  }
}

const isScreen = ({ method, url }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && !url.startsWith('/api') && !url.startsWith('/assets/')

function withHead(page: string, { title, tagline }: Branding): string {
  return page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(/(<meta\s+name="description"\s+content=")[^"]*/, (_, head: string) => head + escapeHtml(tagline))
}
