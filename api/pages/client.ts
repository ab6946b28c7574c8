import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import escapeHtml from 'escape-html'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Branding, HALL } from '../../domain/settings/settings.ts'
import { findDefaultSeason, findSeason } from '../../projections/now/seasons.ts'
import { ownPick } from '../answers/own-pick.ts'
import { sentencesOfRecap } from '../answers/recaps.ts'
import { FOR_EVERYBODY, policyOf } from '../answers/sent-answers.ts'
import { limitRoutes, PAGE_LIMITS } from '../server/limits.ts'
import { inPath, pathOf } from '../server/path.ts'
import { answerUnknownPath } from '../server/problems.ts'
import type { Services } from '../server/services.ts'
import { readClientFiles, sendClientFile } from './client-files.ts'
import { headOf, homeInHtml, pickInHtml } from './first-html.ts'
import { pictureInHtml, recapInHtml } from './news-in-html.ts'

const WRITTEN_AT_ONCE_MAX = 32
const WRITING_MS = 1_000

type Uses = Pick<
  Services,
  'settings' | 'settingsNow' | 'links' | 'read' | 'boards' | 'cache' | 'store' | 'clock' | 'lifecycle' | 'log'
>

/** The built client: hashed assets for ever, and one page for every screen with the app's own title in its head. */
export function serveClient(app: FastifyInstance, services: Uses): void {
  const { settings, settingsNow, links, read, boards } = services
  const path = pathOf(settings.appUrl)
  const built = readFileSync(join(settings.webDir, 'index.html'), 'utf8')
  const page = inPath(built, path).replace('data-path=""', `data-path="${path}"`)
  const policy = policyOf(page)
  const write = writerOf(services)

  for (const file of readClientFiles(settings.webDir)) {
    app.get(file.path, (request, reply) => sendClientFile(file, request, reply))
  }
  app.get('/', async (request: FastifyRequest<{ Querystring: { season?: string } }>, reply) => {
    const found = await write(() => home(request.query.season))
    // A page that came without its content is not for others.
    if (found === null) return servePage(request, reply)
    request.isKept = true
    return servePage(request, reply.header('cache-control', FOR_EVERYBODY), found)
  })
  void app.register(async (pages) => {
    limitRoutes(pages, services, PAGE_LIMITS.pick)
    // The page comes whatever is wrong with the link, and tells it.
    pages.setErrorHandler((_error, request, reply) => servePage(request, reply))
    const onRequest = async ({ params, url }: PickPageRequest, reply: FastifyReply) =>
      links.pick.read(params.token) === null ? servePage({ url }, reply) : undefined
    pages.get('/pick/:token', { onRequest }, async (request: PickPageRequest, reply) => {
      const { token } = request.params
      const link = links.pick.wasReplaced(token) ? null : links.pick.read(token)
      const now = request.receivedAt
      const content = link && (await write(async () => pickInHtml(await ownPick(services, link, now), now)))
      return servePage(request, reply.header('cache-control', 'private, no-cache'), content)
    })
  })
  app.get('/pick/*', (request, reply) => servePage(request, reply))
  app.get('/site.webmanifest', serveManifest)
  app.setNotFoundHandler((request, reply) =>
    isScreen(request) ? servePage(request, reply) : answerUnknownPath(request, reply),
  )

  async function home(wanted: string | undefined) {
    const isId = /^\d{1,9}$/.test(wanted ?? '')
    const chosen =
      wanted === undefined
        ? (await findDefaultSeason(read)).season
        : isId
          ? await findSeason(read, Number(wanted))
          : null
    const season = chosen?.season
    const found = season && (await boards.seasonNow(season.seasonId))
    if (!found) return null
    const { seasonId } = season
    const recap = recapInHtml(await sentencesOfRecap(services, seasonId))
    return homeInHtml(season, found.season.table, `${recap}${pictureInHtml(seasonId, found.season)}`)
  }

  async function servePage({ url }: { url: string }, reply: FastifyReply, content: string | null = null) {
    const { branding } = await settingsNow()
    const html = withHead(loadingAhead(page, url), url, branding)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
    return reply
      .code(200)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(html.replace(ROOT, () => ROOT + inPath(headOf(branding) + (content ?? ''), path)))
  }

  async function serveManifest(_request: FastifyRequest, reply: FastifyReply) {
    const { branding } = await settingsNow()
    return reply
      .type('application/manifest+json')
      .header('cache-control', FOR_EVERYBODY)
      .send(JSON.stringify(manifest(branding, path)))
  }
}

type PickPageRequest = FastifyRequest<{ Params: { token: string } }>

const ROOT = '<div id="root">'

/** Null where it would take long, and where the page has to tell what is wrong: it must come in any case. */
function writerOf({ lifecycle, log }: Uses) {
  let underway = 0
  return async <Content>(content: () => Promise<Content | null>): Promise<Content | null> => {
    if (underway >= WRITTEN_AT_ONCE_MAX || lifecycle() === 'starting') return null
    underway++
    const written = content()
      .catch((error: unknown) => {
        log.debug({ err: error }, 'the page comes without its content')
        return null
      })
      .finally(() => underway--)
    return Promise.race([written, pause(WRITING_MS, null, { ref: false })])
  }
}

const isScreen = ({ method, url }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && !url.startsWith('/api') && !url.startsWith('/assets/')

/** Without the links to the files and data of another page; each is a line of its own. */
function loadingAhead(page: string, url: string): string {
  const [path = ''] = url.split('?', 1)
  const token = /^\/(?:pick|me)\/([\w.-]+)$/.exec(path)?.[1] ?? ''
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

/** The browser's tab has the name of the league, from which the screen goes on. */
function withHead(page: string, url: string, { title, tagline, championsTitle }: Branding): string {
  const shared = /^\/champions(\?|$)/.test(url) ? `${championsTitle ?? HALL} · ${title}` : title
  return page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(metaTag('og:title'), (_, head: string) => head + escapeHtml(shared))
    .replace(metaTag('(?:og:)?description'), (_, head: string) => head + escapeHtml(tagline))
}

const metaTag = (name: string) => new RegExp(`(<meta\\s+(?:name|property)="${name}"\\s+content=")[^"]*`, 'g')

const manifest = ({ title, tagline }: Branding, path: string) => ({
  id: `${path}/`,
  start_url: `${path}/`,
  scope: `${path}/`,
  name: title,
  description: tagline,
  display: 'standalone',
  background_color: '#0d1413',
  theme_color: '#151e1c',
  icons: [
    { src: `${path}/favicon.svg`, type: 'image/svg+xml', sizes: 'any' },
    { src: `${path}/icon-192.png`, type: 'image/png', sizes: '192x192' },
    { src: `${path}/icon-512.png`, type: 'image/png', sizes: '512x512' },
  ],
})
