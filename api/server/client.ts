import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import escapeHtml from 'escape-html'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Branding } from '../../domain/settings/settings.ts'
import { readClientFiles, sendClientFile } from './client-files.ts'
import { answerUnknownPath } from './problems.ts'
import type { Services } from './services.ts'

/** The built client: hashed assets for ever, and one page for every screen with the app's own title in its head. */
export function serveClient(app: FastifyInstance, { settings, settingsNow }: Services): void {
  const page = readFileSync(join(settings.webDir, 'index.html'), 'utf8')

  for (const file of readClientFiles(settings.webDir)) {
    app.get(file.path, (request, reply) => sendClientFile(file, request, reply))
  }
  app.get('/', servePage)
  app.get('/site.webmanifest', serveManifest)
  app.setNotFoundHandler((request, reply) =>
    isScreen(request) ? servePage(request, reply) : answerUnknownPath(request, reply),
  )

  async function servePage({ url }: FastifyRequest, reply: FastifyReply) {
    const { branding } = await settingsNow()
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(withHead(loadingAhead(page, url), branding))
  }

  async function serveManifest(_request: FastifyRequest, reply: FastifyReply) {
    const { branding } = await settingsNow()
    return reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(manifest(branding)))
  }
}

const isScreen = ({ method, url }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && !url.startsWith('/api') && !url.startsWith('/assets/')

/** Without the links to the files and data of another page; each stands on a line of its own. */
function loadingAhead(page: string, url: string): string {
  const [path = ''] = url.split('?', 1)
  const token = /^\/pick\/([\w-]+)$/.exec(path)?.[1] ?? ''
  const isWanted = (line: string) => {
    if (token === '' && line.includes('/:token"')) return false
    const of = / data-page="([^"]*)"/.exec(line)?.[1]
    return of === undefined || path === of || (of !== '/' && path.startsWith(of))
  }
  return page
    .split('\n')
    .filter(isWanted)
    .join('\n')
    .replace('/:token"', () => `/${token}"`)
}

/** In the head of the page, and for whoever shows a preview of a shared link. */
function withHead(page: string, { title, tagline }: Branding): string {
  return page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(metaTag('og:title'), (_, head: string) => head + escapeHtml(title))
    .replace(metaTag('(?:og:)?description'), (_, head: string) => head + escapeHtml(tagline))
}

const metaTag = (name: string) => new RegExp(`(<meta\\s+(?:name|property)="${name}"\\s+content=")[^"]*`, 'g')

/** How the app is called on the home screen of a phone. */
const manifest = ({ title, tagline }: Branding) => ({
  name: title,
  description: tagline,
  start_url: '/',
  display: 'standalone',
  background_color: '#0d1413',
  theme_color: '#151e1c',
  icons: [
    { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
    { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
    { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
  ],
})
