import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPlayer, player } from '../../domain/players/player.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { EventStoreUnavailable } from '../../platform/event-store/event-store.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'
import { dropSchema, readSchema } from '../../projections/engine/checkpoint.ts'
import { type Projector, startProjector } from '../../projections/engine/projector.ts'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import { listDocuments } from '../../projections/read-models/find-documents.ts'
import { type ApplicationForTest, applicationForTest } from '../support/application.ts'
import { onBothDatabases } from '../support/both-databases.ts'
import { settableClock } from '../support/clock.ts'
import { copyTemplate } from '../support/embedded.ts'
import { someEvent } from '../support/events.ts'
import { eventually } from '../support/eventually.ts'
import { temporaryFolder } from '../support/folder.ts'
import { type Http, http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { commandsOn } from '../support/league/commands.ts'
import { type League, signIn } from '../support/league/over-http.ts'
import { embeddedLog, type LogForTest, withFolder } from '../support/log.ts'
import { replayInto } from '../support/replay-into.ts'

const clock = settableClock('2027-01-10T12:00:00.000Z')

/** More than an id in the read tables can be. */
const POISON_ID = 3_000_000_000
const POISON_STREAM = player.stream(POISON_ID)

const poison = (store: EventStore) => {
  const data = { playerId: POISON_ID, name: 'Many', email: null }
  return store.append(POISON_STREAM, [{ ...someEvent(data), type: 'PlayerAdded' }], 'no_stream')
}

const addOne = (store: EventStore, playerId: number, name: string) =>
  commandsOn(store, clock).run(player, [playerId], (state) =>
    addPlayer(state, { playerId, name, email: null }),
  )

describe('an event that no handler can take, met by a running projection', () => {
  let log: LogForTest
  let projector: Projector
  const names = async () => {
    const players = await listDocuments(readSchema(log.database.kysely, READ_SCHEMA), 'player')
    return [...players.values()].map(({ name }) => name).sort()
  }

  beforeAll(async () => {
    log = await embeddedLog()
    projector = await startProjector({ ...log, onError: () => {} })
  })
  afterAll(async () => {
    await projector.stop()
    await log.close()
  })

  test('stops it there: everything before is shown, nothing after', async () => {
    await addOne(log.store, 1, 'Ann')
    const bob = { ...someEvent({ playerId: 2, name: 'Bob', email: null }), type: 'PlayerAdded' }
    // Asked at once, so that both come to the projector in one batch.
    await Promise.all([log.store.append('player-2', [bob], 'no_stream'), poison(log.store)])
    const { position } = await addOne(log.store, 3, 'Cleo')
    expect(await projector.waitFor(position ?? '')).toBe(false)
    expect(projector.failure()).toMatch(
      /^PlayerAdded at position \d+ \(player-3000000000\) cannot be projected$/,
    )
    expect(await names()).toEqual(['Ann', 'Bob'])
  })

  test('lets everything after it through once it is gone', async () => {
    await log.store.tombstone(POISON_STREAM)
    await eventually('the players behind it', async () => (await names()).includes('Cleo'))
    expect(projector.failure()).toBeNull()
    expect(await names()).toEqual(['Ann', 'Bob', 'Cleo'])
  })
})

describe('an event that no handler can take, met at a start', () => {
  let application: ApplicationForTest
  let league: League
  let dataDir: string
  let removeFolder: () => Promise<void>
  let draftId: number

  beforeAll(async () => {
    const folder = await temporaryFolder()
    dataDir = folder.path
    removeFolder = folder.remove
    await copyTemplate(dataDir)
    application = await applicationForTest({ clock, dataDir })
    league = await aLeague().withPlayers('Ann', 'Bob').withSeason().on(application)
    draftId = await league.draftRound()
    await application.close()
    await withFolder(dataDir, async ({ store }) => {
      await addOne(store, 500, 'Before')
      await poison(store)
      await addOne(store, 501, 'After')
    })
  })
  afterAll(async () => {
    await application?.close()
    await removeFolder()
  })

  test('leaves the application running, shows in its health, loses nothing, and lets no cache keep what is old', async () => {
    application = await applicationForTest({ clock, dataDir })
    const visitor = http(application.url)
    expect(await visitor.get('/health')).toMatchObject({
      status: 200,
      body: {
        status: 'degraded',
        services: {
          database: { status: 'ok' },
          projection: { status: 'down' },
        },
      },
    })
    expect(await (await signIn(application.url)).get('/admin/health')).toMatchObject({
      body: { services: { projection: { detail: expect.stringContaining('cannot be projected') } } },
    })
    expect(await playerNames(application.url)).toEqual(['Ann', 'Before', 'Bob'])
    const { status, headers } = await visitor.get(`/public/leaderboard/season/${league.seasonId}`)
    expect([status, headers.get('x-read-model'), headers.get('cache-control')]).toEqual([
      200,
      'behind',
      'no-store',
    ])
    const home = await fetch(application.url)
    expect([home.status, home.headers.get('cache-control')]).toEqual([200, 'no-store'])
  })

  test.each([
    ['remove a player', (admin: Http) => admin.delete('/admin/users/1')],
    [
      'add everybody',
      (admin: Http) => admin.post(`/admin/season-participants/${league.seasonId}/participants/bulk`),
    ],
    ['open a sport', (admin: Http) => admin.post(`/admin/rounds/${draftId}/activate`)],
    ['change teams', (admin: Http) => admin.put(`/admin/rounds/${draftId}`, { teams: ['Reds', 'Golds'] })],
  ])('keeps an admin from what is decided by the tables: to %s', async (_, decide) => {
    expect(await decide(await signIn(application.url))).toMatchObject({
      status: 503,
      body: { error: 'The standings are not up to date yet. Please try again in a moment' },
    })
  })

  test('lets everything else be done, and says that it does not show yet', async () => {
    const admin = await signIn(application.url)
    const id = league.playerIds[1]
    expect(await admin.put(`/admin/users/${id}`, { name: 'Rob', email: 'bob@example.com' })).toMatchObject({
      status: 200,
    })
    const erased = await admin.post(`/admin/users/${id}/erase`, { confirmation: 'ERASE' })
    expect(erased.status).toBe(200)
    expect(erased.headers.get('x-read-model')).toBe('behind')
  })

  test('is forgotten by the next start once it is gone', async () => {
    await application.close()
    await withFolder(dataDir, ({ store }) => store.tombstone(POISON_STREAM))
    application = await applicationForTest({ clock, dataDir })
    expect(await http(application.url).get('/health')).toMatchObject({ body: { status: 'ok' } })
    expect(await playerNames(application.url)).toEqual(['After', 'Ann', 'Before', 'Erased player 2'])
    const { headers } = await (await signIn(application.url)).post('/admin/users/1/deactivate')
    expect(headers.get('x-read-model')).toBeNull()
  })

  async function playerNames(url: string) {
    const { body } = await (await signIn(url)).get('/admin/users')
    return body.map(({ name }: { name: string }) => name)
  }
})

describe('an event that no handler can take, met while the tables are made anew', () => {
  let log: LogForTest
  beforeAll(async () => {
    log = await embeddedLog()
  })
  afterAll(() => log?.close())

  test('is told from the picks around it', async () => {
    const picked = (playerId: number, picks: string[] | undefined) => {
      const data = { roundId: 1, playerId, picks, submittedAt: '2027-01-01T00:00:00.000Z' }
      return log.store.append(`pick-1-${playerId}`, [{ ...someEvent(data), type: 'PickSubmitted' }], 'any')
    }
    for (const playerId of [1, 2]) await picked(playerId, ['Reds'])
    await picked(3, undefined)
    await picked(4, ['Reds'])
    await expect(replayInto(log.database, log.store, 'picks')).rejects.toThrow(
      /^PickSubmitted at position \d+ \(pick-1-3\) cannot be projected$/,
    )
    await log.store.tombstone('pick-1-3')
  })

  test('stops the start with one sentence that names its place and nobody', async () => {
    await addOne(log.store, 1, 'Ann')
    await poison(log.store)
    await dropSchema(log.database.kysely, READ_SCHEMA)
    const starting = startProjector({ ...log, onError: () => {} })
    await expect(starting).rejects.toThrow(StartRefusal)
    await expect(starting).rejects.toThrow(
      /^The read tables cannot be made: PlayerAdded at position \d+ \(player-3000000000\) cannot be projected\./,
    )
    await expect(starting).rejects.not.toThrow(/Many|Ann/)
  })

  test('stops the next start too, which goes on with tables that were never complete', async () => {
    await expect(startProjector({ ...log, onError: () => {} })).rejects.toThrow(StartRefusal)
  })

  test('stops a start to which the log answered late', async () => {
    let isAway = true
    const head = async () => {
      if (!isAway) return log.store.head()
      isAway = false
      throw new EventStoreUnavailable('away')
    }
    const starting = startProjector({ ...log, store: { ...log.store, head }, onError: () => {} })
    await expect(starting).rejects.toThrow(StartRefusal)
  })
})

onBothDatabases('a pick that cannot be taken', (makeLog) => {
  test('stops a running projection there, however many come with it', async () => {
    const log = await makeLog()
    const projector = await startProjector({ ...log, onError: () => {} })
    const picked = (playerId: number, picks: string[] | undefined) => {
      const data = { roundId: 1, playerId, picks, submittedAt: '2027-01-01T00:00:00.000Z' }
      return log.store.append(`pick-1-${playerId}`, [{ ...someEvent(data), type: 'PickSubmitted' }], 'any')
    }
    // Asked at once, so that they come to the projector in one batch.
    const appended = [picked(1, ['Reds']), picked(2, ['Blues']), picked(3, undefined), picked(4, ['Reds'])]
    const { position } = (await Promise.all(appended)).at(-1) ?? {}
    expect(await projector.waitFor(position ?? '')).toBe(false)
    expect(projector.failure()).toMatch(/^PickSubmitted at position \d+ \(pick-1-3\) cannot be projected$/)
    const read = readSchema(log.database.kysely, READ_SCHEMA)
    expect(await read.selectFrom('pick_versions').select('player_id').execute()).toEqual([
      { player_id: 1 },
      { player_id: 2 },
    ])
    await projector.stop()
    await log.close()
  })
})
