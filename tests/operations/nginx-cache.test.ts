import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { done, type Http, http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'
import { linesOfOperationsPage, nginxMissing, startNginx } from '../support/nginx.ts'

describe.skipIf(nginxMissing)(
  `behind nginx with the lines of the operations page${nginxMissing ? `: ${nginxMissing}` : ''}`,
  () => {
    let league: RunningLeague
    let cached: Http
    let url: string
    const cleanups: (() => Promise<unknown>)[] = []

    beforeAll(async () => {
      league = await aLeague().withPlayers('Ann').withSeason().withRound().start()
      cleanups.push(league.close)
      const port = await freePort()
      url = `http://127.0.0.1:${port}`
      cached = http(url)
      const lines = await linesOfOperationsPage('for everybody, add these lines', league.application.url)
      cleanups.push((await startNginx(port, (folder) => cacheOf(lines, folder, port))).close)
    })
    afterAll(async () => {
      for (const cleanup of cleanups.reverse()) await cleanup()
    })

    function cacheOf(lines: string, folder: string, port: number) {
      const [outside = '', inside = ''] = lines.replace('/var/cache/nginx', folder).split('# In `server`')
      return `${outside}
        server { listen 127.0.0.1:${port}; add_header X-Cache $upstream_cache_status; # ${inside}
        location / { proxy_pass ${league.application.url}; } }`
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
