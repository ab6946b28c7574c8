import { once } from 'node:events'
import { request } from 'node:http'
import { Socket } from 'node:net'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { liveBoards } from '../../api/server/live.ts'
import { readSchema } from '../../projections/engine/checkpoint.ts'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import { applicationForTest } from '../support/application.ts'
import { settableClock } from '../support/clock.ts'
import { eventually } from '../support/eventually.ts'
import { appendEveryEvent } from '../support/every-event.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'
import { embeddedLog } from '../support/log.ts'
import { startProjector } from '../support/start-projector.ts'

type Viewer = {
  status: number
  headers: Record<string, unknown>
  heard: () => string
  leave: () => void
  ended: Promise<unknown>
}

let league: RunningLeague
const viewers: Viewer[] = []

/** A browser's EventSource as the wire has it. */
async function watch(headers: Record<string, string> = {}, url = league.application.url): Promise<Viewer> {
  const asked = request(`${url}/api/public/live`, { headers: { accept: 'text/event-stream', ...headers } })
  asked.end()
  const [answer] = await once(asked, 'response')
  let heard = ''
  answer.setEncoding('utf8').on('data', (text: string) => {
    heard += text
  })
  answer.on('error', () => {})
  const viewer: Viewer = {
    status: answer.statusCode,
    headers: answer.headers,
    heard: () => heard,
    leave: () => asked.destroy(),
    ended: new Promise((resolve) => answer.once('close', resolve)),
  }
  viewers.push(viewer)
  await eventually('the first words', async () => heard.includes('\n\n'))
  return viewer
}

/** The seasons that a viewer was told of, one for each message. */
const toldOf = (viewer: Viewer) =>
  [...viewer.heard().matchAll(/^data: (.+)$/gm)].map(([, json = '']) => JSON.parse(json).seasonId)

const idsOf = (viewer: Viewer) => [...viewer.heard().matchAll(/^id: (\d+)$/gm)].map(([, id = '']) => id)

beforeAll(async () => {
  league = await aLeague().withPlayers('Ann', 'Bob').withSeason().start()
})
afterEach(() => {
  for (const viewer of viewers.splice(0)) viewer.leave()
})
afterAll(() => league?.close())

test('a viewer is told which season moved to which position, as soon as it is there to read', async () => {
  const viewer = await watch()
  expect(viewer.status).toBe(200)
  await league.openRound()
  await eventually('the news', async () => toldOf(viewer).includes(league.seasonId))
  const etag = (await league.visitor.get(`/public/leaderboard/season/${league.seasonId}`)).headers.get('etag')
  await eventually('the position', async () => etag?.includes(idsOf(viewer).at(-1) ?? 'none'))
})

test('no pick is ever in it', async () => {
  const roundId = await league.openRound()
  const viewer = await watch()
  const { status } = await league.visitor.post(`/picks/${league.tokenFor(roundId, league.idOf('Ann'))}`, {
    picks: ['Greens'],
  })
  expect(status).toBe(200)
  await eventually('the news', async () => toldOf(viewer).length > 0)
  expect(
    viewer
      .heard()
      .replaceAll(/^(retry: \d+|id: \d+|event: season|data: \{"seasonId":\d+,"position":"\d+"\}|)\n/gm, ''),
  ).toBe('')
})

test('whoever comes back is told what was missed, and nothing else', async () => {
  const viewer = await watch()
  const last = idsOf(viewer).at(-1) ?? ''
  viewer.leave()
  const there = await watch({ 'last-event-id': last })
  expect(toldOf(there)).toEqual([])
  await league.draftRound()
  await eventually('the news', async () => toldOf(there).length > 0)
  expect(toldOf(await watch({ 'last-event-id': last }))).toEqual([league.seasonId])
})

test('proxies neither store, change nor collect it', async () => {
  const { headers } = await watch()
  expect(headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  expect(headers).not.toHaveProperty('content-length')
})

test('a server that stops lets go of its viewers at once', async () => {
  const other = await applicationForTest()
  const viewer = await watch({}, other.url)
  const closed = other.close()
  await viewer.ended
  await closed
  expect(viewer.heard()).toContain('retry: ')
})

async function openLive(limits: Parameters<typeof liveBoards>[1]) {
  const log = await embeddedLog()
  const projector = await startProjector({ ...log, onError: console.error })
  const read = readSchema(log.database.kysely, READ_SCHEMA)
  const live = liveBoards({ read, projector, log: pino({ level: 'silent' }) }, limits)
  const close = async () => {
    live.close()
    await projector.stop()
    await log.close()
  }
  return { live, log, projector, close }
}

describe('one process', () => {
  test('has room for so many viewers, and room again when one leaves; meanwhile each hears a heartbeat', async () => {
    const { live, close } = await openLive({
      ...{ viewersMax: 3, ofNetworkMax: 2, heartbeatMs: 5, restMs: 0, pageAgeMaxMs: 60_000 },
    })
    const join = (network: string) => live.join(null, { networks: [network], socket: new Socket() })
    const first = await join('one')
    const second = await join('one')
    expect(await join('one'), 'of one network').toBeNull()
    const third = await join('other')
    expect(await join('other'), 'in all').toBeNull()
    third?.destroy()
    first?.destroy()
    await eventually('room', async () => (await join('one')) !== null)

    let heard = ''
    second?.on('data', (text) => {
      heard += text
    })
    await eventually('a heartbeat', async () => heard.includes(': still here\n\n'))
    await close()
  })

  test('tells together what moves together, and a newcomer what moved while the page was on its way', async () => {
    const { live, log, projector, close } = await openLive({
      ...{ viewersMax: 100, ofNetworkMax: 100, heartbeatMs: 60_000, restMs: 100, pageAgeMaxMs: 500 },
    })
    const hear = async () => {
      const viewer = await live.join(null, { networks: ['one'], socket: new Socket() })
      const heard = `${viewer?.read()}`
      viewer?.destroy()
      return heard
    }
    expect(await hear()).not.toContain('event: season')
    let messages = 0
    const watching = await live.join(null, { networks: ['one'], socket: new Socket() })
    watching?.on('data', (text) => {
      if (`${text}`.includes('event: season')) messages += 1
    })
    const startedMs = performance.now()
    await appendEveryEvent(log.store, settableClock('2027-01-10T12:00:00.000Z'))
    await projector.waitFor(await log.store.head())
    expect(messages).toBeLessThanOrEqual((performance.now() - startedMs) / 100 + 1)
    watching?.destroy()
    expect(await hear()).toContain('event: season')
    await eventually('old news', async () => !(await hear()).includes('event: season'))
    await close()
  })
})
