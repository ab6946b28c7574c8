import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import type { EndpointName } from '../api/contract/endpoints.ts'
import { fieldsOf } from '../api/contract/fields.ts'
import packageJson from '../package.json' with { type: 'json' }

type OutputFile = Rolldown.OutputChunk | Rolldown.OutputAsset

const apiPort = process.env.PORT ?? '3003'

const releaseNotes: Plugin = {
  name: 'release-notes',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'releases.txt', source: readFileSync('CHANGELOG.md', 'utf8') })
  },
}

/** What we do not use of the router is left out only where the build sees that making it has no effect. */
const routerInParts: Plugin = {
  name: 'router-in-parts',
  apply: 'build',
  transform: (code, id) =>
    id.includes('/react-router/')
      ? code
          .replace(/^\w+\.displayName = .*$/gm, '')
          .replace('ENABLE_DEV_WARNINGS = true', 'ENABLE_DEV_WARNINGS = false')
          .replace(/\bReact\d*\.(createContext|forwardRef|memo)\(/g, '/* @__PURE__ */ $&')
      : null,
}

/** What forms know of their fields is written into them, so that no schema comes along. */
const fieldsAsData: Plugin = {
  name: 'fields-as-data',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('/web/') || !code.includes('fieldsOf(')) return null
    return code
      .replace(/^import { fieldsOf } from .*$/m, '')
      .replace(/\bfieldsOf\('(.+?)'\)((?:\.\w+)*)/g, (_, name: EndpointName, path: string) => {
        const [, ...keys] = path.split('.')
        const within = (value: unknown, key: string) => (value as Record<string, unknown>)[key]
        return JSON.stringify(keys.reduce(within, fieldsOf(name)))
      })
  },
  load(id) {
    if (id.includes('/api/contract/')) this.error(`The contract is for types and fieldsOf: ${id}`)
  },
}

/** The server writes the token of the address. */
const SEASON_CALLS = ['/api/public/seasons', '/api/public/seasons/default']
const FIRST_CALLS: Record<string, readonly string[]> = {
  '/': SEASON_CALLS,
  '/pick/': ['/api/picks/:token'],
  '/me/': ['/api/me/:token'],
  '/record': SEASON_CALLS,
  '/rules': SEASON_CALLS,
  '/calendar': SEASON_CALLS,
  '/statistics': SEASON_CALLS,
  '/champions': ['/api/public/seasons/champions', '/api/public/all-time'],
}

const PAGES_AHEAD: Record<string, readonly string[]> = {
  '/': ['home/home-page.tsx'],
  '/pick/': ['pick/pick-page.tsx'],
  '/me/': ['me/my-page.tsx'],
  '/record': ['record/record-page.tsx'],
  '/rules': ['rules/rules-page.tsx'],
  '/calendar': ['calendar/calendar-page.tsx'],
  '/champions': ['hall/hall-page.tsx'],
  '/players/': ['hall/player-page.tsx'],
  '/statistics': ['seldom-routes.tsx'],
  '/proof': ['seldom-routes.tsx'],
  '/receipt': ['seldom-routes.tsx'],
  '/join/': ['seldom-routes.tsx'],
  '/admin/login': ['admin/admin-routes.tsx', 'admin/sign-in/login-page.tsx'],
}

/** The server leaves out the other page's. */
const pagesAhead: Plugin = {
  name: 'pages-ahead',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) =>
      bundle ? Object.entries(PAGES_AHEAD).flatMap(([path, pages]) => linksAhead(bundle, path, pages)) : [],
  },
}

function linksAhead(bundle: Rolldown.OutputBundle, path: string, pages: readonly string[]) {
  const app = withImports(bundle, chunkOf(bundle, 'index.html'))
  const all = new Set(pages.flatMap((page) => [...withImports(bundle, chunkOf(bundle, page), app)]))
  const files = [...all].filter((file) => !app.has(file))
  const link = (attrs: Record<string, string>) => ({
    tag: 'link',
    attrs: { ...attrs, crossorigin: true, 'data-page': path },
    injectTo: 'head' as const,
  })
  return [
    ...files.map(({ fileName }) => link({ rel: 'modulepreload', href: `/${fileName}` })),
    // Last: a browser opens six connections.
    ...(FIRST_CALLS[path] ?? []).map((href) => link({ rel: 'preload', as: 'fetch', href })),
  ]
}

const stylesBehind: Plugin = {
  name: 'styles-behind',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const [link = ''] = /\n *<link rel="stylesheet"[^>]*>/.exec(html) ?? []
      return html.replace(link, '').replace('\n  </body>', `${link}\n  </body>`)
    },
  },
}

const compressedFiles: Plugin = {
  name: 'compressed-files',
  async writeBundle({ dir = '' }, bundle) {
    const texts = Object.keys(bundle).filter((name) => /\.(js|css|txt)$/.test(name))
    await Promise.all(
      texts.map(async (name) => {
        const file = join(dir, name)
        const text = await readFile(file)
        await writeFile(`${file}.br`, await promisify(brotliCompress)(text))
        await writeFile(`${file}.gz`, await promisify(gzip)(text))
      }),
    )
  },
}

/** In bytes, as the server sends them with gzip; with Brotli, which browsers take over HTTPS, it is an eighth less. */
const BUDGETS = [
  { name: 'home, without the chart', bytesMax: 107_520, weigh: firstLoadOf('home/home-page.tsx') },
  { name: 'pick page', bytesMax: 109_000, weigh: firstLoadOf('pick/pick-page.tsx') },
  { name: 'my page', bytesMax: 109_000, weigh: firstLoadOf('me/my-page.tsx') },
  { name: 'page of a player', bytesMax: 112_640, weigh: firstLoadOf('hall/player-page.tsx') },
  { name: 'admin area in all', bytesMax: 280_000, weigh: everythingFrom('admin/admin-routes.tsx') },
  { name: 'styles in all', bytesMax: 20_000, weigh: stylesInAll },
]

const budgets: Plugin = {
  name: 'budgets',
  enforce: 'post',
  generateBundle(_, bundle) {
    for (const { name, bytesMax, weigh } of BUDGETS) {
      const bytes = weigh(bundle)
      const figures = `${name}: ${(bytes / 1000).toFixed(1)} of ${bytesMax / 1000} KB`
      if (bytes > bytesMax) this.error(`Over the budget: ${figures}`)
      this.info(figures)
    }
  },
}

function firstLoadOf(page: string) {
  return (bundle: Rolldown.OutputBundle) =>
    weightOf(withImports(bundle, chunkOf(bundle, page), withImports(bundle, chunkOf(bundle, 'index.html'))))
}

function everythingFrom(routes: string) {
  return (bundle: Rolldown.OutputBundle) => {
    const app = withImports(bundle, chunkOf(bundle, 'index.html'))
    return weightOf(withImports(bundle, chunkOf(bundle, routes), app, true))
  }
}

function stylesInAll(bundle: Rolldown.OutputBundle) {
  const styles = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.css'))
  return weightOf(new Set(styles))
}

function chunkOf(bundle: Rolldown.OutputBundle, module: string): string {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/web/${module}`))
  if (!chunk) throw new Error(`The build has no chunk for ${module}`)
  return chunk.fileName
}

/** `lazily`: also what it may import later. */
function withImports(
  bundle: Rolldown.OutputBundle,
  name: string,
  loaded: ReadonlySet<OutputFile> = new Set(),
  lazily = false,
): ReadonlySet<OutputFile> {
  const file = bundle[name]
  if (!file || loaded.has(file)) return loaded
  const withFile = new Set([...loaded, file])
  if (file.type === 'asset') return withFile
  const next = [...file.imports, ...(lazily ? file.dynamicImports : [])]
  return next.reduce<ReadonlySet<OutputFile>>((all, from) => withImports(bundle, from, all, lazily), withFile)
}

const weightOf = (files: ReadonlySet<OutputFile>) =>
  [...files].reduce((sum, file) => sum + gzipSync(file.type === 'chunk' ? file.code : file.source).length, 0)

export default defineConfig(({ mode }) => ({
  // Relative: the server writes into the page where it is.
  base: './',
  plugins: [
    fieldsAsData,
    routerInParts,
    react({ jsxImportSource: '#jsx' }),
    releaseNotes,
    pagesAhead,
    stylesBehind,
    budgets,
    compressedFiles,
  ],
  define: { 'import.meta.env.APP_VERSION': JSON.stringify(packageJson.version) },
  css: { modules: { generateScopedName: '[name]-[local]' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // `npm run check` leaves the files of a running server alone.
    write: mode !== 'budgets',
    target: 'es2022',
    // An older browser loads its modules one after another, and just as well.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 550,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'core',
              test: /node_modules\/(react|react-dom|scheduler|react-router|zustand|@tanstack)\/(?!.*([qQ]ueries|[iI]nfiniteQuery|mutationObserver|useMutation))|domain\/(names|tints)\.ts|web\/(browser\/(?!ask|clipboard)|jsx\/|shell\/(?!not)|pick\/moment|ui\/(.*\/)?(avatar|badge|button|card|empty-state|field|hidden-until-lock|inputs|layout|link|movement|name|notice|skeleton|load-failed)\.tsx|(?!draft|search)[a-z-]+\.ts$)/,
            },
            {
              name: 'picking',
              test: /web\/(pick\/(form\/(?!ask)|pick-texts|link-page|saved\/receipt)|ui\/form\/decimal|browser\/ask|server\/single|search\.ts)|domain\/spelling|mutationObserver|useMutation|dequal/,
            },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': `http://localhost:${apiPort}` } },
}))
