import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ID_KINDS } from '../../platform/database/ids.ts'
import type { Http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { FAMILY_CUP, FOOTBALL } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../support/postgres-server.ts'

const missing = postgresMissing ? ` (skipped: ${postgresMissing})` : ''

describe.skipIf(postgresMissing)(`a database whose ids are behind the log${missing}`, () => {
  let server: PostgresServer
  let league: RunningLeague
  let admin: Http
  let database: pg.Client

  beforeAll(async () => {
    server = await startPostgresServer()
    const databaseUrl = await server.createDatabase()
    league = await aLeague()
      .withPlayers('Ann', 'Bob', 'Cid')
      .withSeason()
      .withRound()
      .start({ config: { databaseUrl } })
    admin = league.admin
    await league.addAdmin('Sam')
    database = new pg.Client(databaseUrl)
    await database.connect()
  })
  afterAll(async () => {
    await database.end()
    await league.close()
    await server.stop()
  })

  const forgetIds = async () => {
    for (const kind of ID_KINDS) await database.query(`select setval('private.${kind}_ids', 1, false)`)
  }
  const namesOf = async (path: string) =>
    (await admin.get(path)).body.map(({ name }: { name: string }) => name).sort()

  test('gives a new player an id of their own', async () => {
    await forgetIds()
    const { status, body } = await admin.post('/admin/users', { name: 'Dan', email: '' })
    expect(status).toBe(201)
    expect(league.playerIds).not.toContain(body.id)
    expect(await namesOf('/admin/users')).toEqual(['Ann', 'Bob', 'Cid', 'Dan'])
  })

  test('does so for a request that is repeated with its key, once', async () => {
    await forgetIds()
    const ask = () => admin.post('/admin/users', { name: 'Eve', email: '' }, { 'idempotency-key': 'add-eve' })
    const [first, second] = [await ask(), await ask()]
    expect(first.status).toBe(201)
    expect(second.body).toEqual(first.body)
    expect(await namesOf('/admin/users')).toEqual(['Ann', 'Bob', 'Cid', 'Dan', 'Eve'])
  })

  test('passes over the id of somebody who was erased', async () => {
    const cid = league.idOf('Cid')
    expect((await admin.post(`/admin/users/${cid}/erase`, { confirmation: 'ERASE' })).status).toBe(200)
    await database.query("select setval('private.player_ids', $1, false)", [cid])
    expect((await admin.post('/admin/users', { name: 'Fay', email: '' })).status).toBe(201)
    expect(await namesOf('/admin/users')).toContain('Fay')
  })

  test('gives a new season an id of its own, which alone becomes the default', async () => {
    await forgetIds()
    const { status, body } = await admin.post('/admin/seasons', {
      ...{ ...FAMILY_CUP, name: 'Second Cup', participantIds: league.playerIds.slice(0, 1) },
      isDefault: true,
    })
    expect(status).toBe(201)
    expect(league.seasonIds).not.toContain(body.id)
    expect(await namesOf('/admin/seasons')).toContain('Second Cup')
  })

  test('gives a new sport an id that no other season has', async () => {
    await forgetIds()
    const { body: seasons } = await admin.get('/admin/seasons')
    const { id: seasonId } = seasons.find(({ name }: { name: string }) => name === 'Second Cup')
    const { status, body } = await admin.post('/admin/rounds', { ...FOOTBALL, seasonId })
    expect(status).toBe(201)
    expect(league.roundIds).not.toContain(body.id)
  })

  test('gives a new admin an id of their own', async () => {
    await forgetIds()
    const email = 'kim@example.com'
    expect((await admin.post('/admin/admins', { name: 'Kim', email })).status).toBe(201)
    expect(await namesOf('/admin/admins')).toContain('Kim')
  })
})
