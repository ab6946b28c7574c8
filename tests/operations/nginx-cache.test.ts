import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { temporaryFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { done, type Http, http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'
import { runs } from '../support/postgres-server.ts'

const missing = runs('nginx', '-v') ? null : 'nginx is not on the PATH'
if (missing) console.warn(`SKIPPED: the cache of nginx, because ${missing}`)

describe.skipIf(missing)(
  `behind nginx with the lines of the operations page${missing ? `: ${missing}` : ''}`,
  () => {
    let league: RunningLeague
    let cached: Http
    let url: string
    const cleanups: (() => Promise<unknown>)[] = []

    beforeAll(async () => {
      league = await aLeague().withPlayers('Ann').withSeason().withRound().start()
      cleanups.push(league.close)
      const folder = await temporaryFolder()
      cleanups.push(folder.remove)
      const port = await freePort()
      url = `http://127.0.0.1:${port}`
      cached = http(url)
      await mkdir(join(folder.path, 'picks'))
      const config = join(folder.path, 'nginx.conf')
      await writeFile(config, await configOf(folder.path, port))
      const nginx = spawn('nginx', ['-c', config, '-e', 'stderr'], { stdio: 'ignore' })
      cleanups.push(async () => {
        nginx.kill('SIGTERM')
        await once(nginx, 'exit')
      })
      await eventually('nginx', () => cached.get('/health').catch(() => null))
    })
    afterAll(async () => {
      for (const cleanup of cleanups.reverse()) await cleanup()
    })

    async function configOf(folder: string, port: number) {
      const page = await readFile('docs/operations.md', 'utf8')
      const lines = /```nginx\n(proxy_cache_path[\s\S]*?)```/.exec(page)?.[1] ?? ''
      const [outside = '', inside = ''] = lines
        .replaceAll('http://127.0.0.1:3003', league.application.url)
        .replace('/var/cache/nginx', folder)
        .split('# In `server`')
      return `daemon off; user root; pid ${folder}/pid; events {}
        http { access_log off; ${outside}
        server { listen 127.0.0.1:${port}; add_header X-Cache $upstream_cache_status; # ${inside}
        location / { proxy_pass ${league.application.url}; } } }`
    }

    const board = () => `/public/leaderboard/season/${league.seasonId}`
    const title = async (headers = {}) => (await cached.get('/public/settings', headers)).body.app_title

    test('what everybody gets alike comes from the cache, and nothing else', async () => {
      for (const path of [board(), '/public/settings', '/public/seasons']) {
        await cached.get(path)
        expect((await cached.get(path)).headers.get('x-cache'), path).toMatch(/HIT|REVALIDATED/)
      }
      const token = league.tokenFor(league.roundId, league.idOf('Ann'))
      for (const path of [`/picks/${token}`, '/health', '/public/receipts/ABCD', '/auth/me']) {
        await cached.get(path)
        expect((await cached.get(path)).headers.get('x-cache') ?? 'MISS', path).toBe('MISS')
      }
    })

    test('who asks anew gets the news, and so does everybody within seconds', async () => {
      await title()
      await done(league.admin.put('/admin/settings', { appTitle: 'News' }))
      expect(await title({ 'cache-control': 'max-age=0' })).toBe('News')
      await done(league.admin.put('/admin/settings', { appTitle: 'Later news' }))
      await sleep(2_500)
      expect(await title()).toBe('Later news')
    })

    test('live streams pass', async () => {
      const watching = new AbortController()
      const streams = await Promise.all(
        [1, 2, 3].map(() => fetch(`${url}/api/public/live`, { signal: watching.signal })),
      )
      expect(streams.map(({ status }) => status)).toEqual([200, 200, 200])
      watching.abort()
    })
  },
)
