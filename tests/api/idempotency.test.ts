import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LEASE_MS } from '../../api/idempotency/idempotency-rows.ts'
import { openServer } from '../../platform/database/database-server.ts'
import { openPrivateSchema, type PrivateSchema } from '../../platform/database/private-schema.ts'
import { applicationForTest } from '../support/application.ts'
import { type Answer, done, http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { FOOTBALL } from '../support/league/examples.ts'
import { JWT_SECRET, type RunningLeague } from '../support/league/running.ts'
import { type PostgresServer, postgresMissing, startPostgresServer } from '../support/postgres-server.ts'

const YEAR = { yearStart: 2027, yearEnd: 2027 }
const DAY_MS = 24 * 60 * 60_000

let server: PostgresServer
let league: RunningLeague
let config: { databaseUrl: string; jwtSecret: string }
let second: Awaited<ReturnType<typeof applicationForTest>>
let privateSchema: PrivateSchema
let closePrivateSchema: () => Promise<void>

type Told = Pick<Answer, 'status' | 'body'>
type Request = { url?: string; token?: string; body?: unknown }

async function post(path: string, key: string, { url, token, body }: Request = {}): Promise<Told> {
  const response = await fetch(`${url ?? league.application.url}/api${path}`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'idempotency-key': key },
      authorization: `Bearer ${token ?? league.admin.token}`,
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

const called = async (name: string) =>
  (await done(league.admin.get('/admin/users'))).filter((row: { name: string }) => row.name === name).length

const addPlayer = (name: string, key: string, request: Request = {}) =>
  post('/admin/users', key, { body: { name, email: '' }, ...request })

const missing = postgresMissing ? ` (skipped: ${postgresMissing})` : ''

describe.skipIf(postgresMissing)(`a key that makes a request safe to repeat${missing}`, () => {
  beforeAll(async () => {
    server = await startPostgresServer()
    config = { databaseUrl: await server.createDatabase(), jwtSecret: JWT_SECRET }
    const plan = aLeague().withPlayers('Ann', 'Bob').withSeason().withRound()
    league = await plan.start({ config })
    second = await applicationForTest({ clock: league.clock, config })
    const database = await openServer({ url: config.databaseUrl, onError: () => {} })
    privateSchema = openPrivateSchema(database.kysely)
    closePrivateSchema = () => database.close()
  })
  afterAll(async () => {
    await closePrivateSchema?.()
    await second?.close()
    await league?.close()
    await server?.stop()
  })

  test('the same request with the same key gets the first answer again', async () => {
    const first = await addPlayer('Cleo', 'cleo')
    expect(first.status).toBe(201)
    expect(await addPlayer('Cleo', 'cleo')).toEqual(first)
    expect(await addPlayer('Cleo', 'cleo', { url: second.url })).toEqual(first)
    expect(await called('Cleo')).toBe(1)
  })

  test('a refusal is kept as well, for a day', async () => {
    const { id } = (await addPlayer('Dan', 'dan')).body
    await done(league.admin.delete(`/admin/users/${id}`))
    const path = `/admin/users/${id}/deactivate`
    const first = await post(path, 'gone')
    expect(first.status).toBe(404)
    expect(await post(path, 'gone')).toEqual(first)
    expect((await addPlayer('', 'empty')).status).toBe(400)
    expect((await addPlayer('Eve', 'empty')).status).toBe(422)
    league.clock.advance(DAY_MS)
    expect((await addPlayer('Eve', 'empty')).status).toBe(201)
  })

  test('two at once do one thing', async () => {
    const both = await Promise.all([
      addPlayer('Fay', 'fay'),
      addPlayer('Fay', 'fay', { url: second.url }),
      addPlayer('Fay', 'fay'),
    ])
    for (const { status } of both) expect([201, 409]).toContain(status)
    expect(both.some(({ status }) => status === 201)).toBe(true)
    expect(await called('Fay')).toBe(1)
  })

  test('the same key with another body or path is refused', async () => {
    await addPlayer('Gus', 'gus')
    expect(await addPlayer('Gus B.', 'gus')).toMatchObject({
      status: 422,
      body: { error: expect.any(String) },
    })
    expect(await post('/admin/seasons', 'gus', { body: { name: 'Gus', email: '' } })).toMatchObject({
      status: 422,
    })
    expect(await called('Gus B.')).toBe(0)
  })

  test('the key of one admin means nothing for another', async () => {
    const { email } = await league.addAdmin('Hal')
    const { token } = await league.signInByMail(email)
    const first = await addPlayer('Ida', 'ida')
    const other = await addPlayer('Ida', 'ida', { token })
    expect(other.status).toBe(201)
    expect(other.body.id).not.toBe(first.body.id)
  })

  test('what an admin may not do is not kept', async () => {
    const { email } = await league.addAdmin('Jo')
    const { token } = await league.signInByMail(email)
    const before = await privateSchema.selectFrom('idempotency_keys').select('key_hash').execute()
    expect(await post('/admin/admins', 'no', { token, body: {} })).toMatchObject({ status: 403 })
    expect(await post('/admin/admins', 'no', { token: 'x', body: {} })).toMatchObject({ status: 401 })
    const after = await privateSchema.selectFrom('idempotency_keys').select('key_hash').execute()
    expect(after).toEqual(before)
  })

  test.each(['', 'two words', 'clé', 'x'.repeat(256)])(
    'the key %j is refused with a sentence',
    async (key) => {
      const headers = { 'idempotency-key': Buffer.from(key, 'utf8').toString('latin1') }
      const { status, body } = await post('/admin/users', headers['idempotency-key'], { body: {} })
      expect({ status, error: body.error }).toEqual({
        status: 400,
        error: 'The Idempotency-Key must be 1 to 255 visible ASCII characters',
      })
    },
  )

  test('a pick with a key is saved once, and each link has keys of its own', async () => {
    const roundId = await league.openRound()
    const pick = (name: string, team: string) =>
      post(`/picks/${league.tokenFor(roundId, league.idOf(name))}`, 'pick', { body: { picks: [team] } })
    const teams = (await done(league.admin.get(`/admin/rounds/${roundId}`))).teams
    const [one, other] = teams.map(({ team_name }: { team_name: string }) => team_name)
    const first = await pick('Ann', one)
    expect(first.status).toBe(200)
    expect(await pick('Ann', one)).toEqual(first)
    expect((await pick('Ann', other)).status).toBe(422)
    expect((await pick('Bob', other)).status).toBe(200)
    expect((await post('/picks/no-such-link', 'pick', { body: { picks: [one] } })).status).toBe(404)
  })

  /** As it is between the append and the answer. */
  const forgetAnswers = () =>
    privateSchema.updateTable('idempotency_keys').set({ status: null, sealed_body: null }).execute()

  test('what a killed process left is finished after a minute, and not done twice', async () => {
    const first = await addPlayer('Kim', 'kim')
    await forgetAnswers()
    expect((await addPlayer('Kim', 'kim', { url: second.url })).status).toBe(409)
    league.clock.advance(LEASE_MS)
    expect(await addPlayer('Kim', 'kim', { url: second.url })).toEqual(first)
    expect(await called('Kim')).toBe(1)
  })

  test('copied sports are answered as they were planned, whatever has changed since', async () => {
    const { id: source } = (await post('/admin/seasons', 'source', { body: { name: 'Old', ...YEAR } })).body
    const { id: target } = (await post('/admin/seasons', 'target', { body: { name: 'New', ...YEAR } })).body
    const addTo = (seasonId: number, sportName: string) =>
      done(league.admin.post('/admin/rounds', { ...FOOTBALL, seasonId, sportName }))
    await addTo(source, 'Football')
    const { id: oscars } = await addTo(source, 'Oscars')
    await addTo(target, 'Football')
    const copy = () =>
      post(`/admin/seasons/${target}/copy-sports`, 'copy', {
        ...{ url: second.url, body: { sourceSeasonId: source } },
      })
    const first = await copy()
    expect(first.body).toMatchObject({
      copied_count: 1,
      skipped: [{ sportName: 'Football', why: 'New has a sport of this name' }],
    })
    await done(league.admin.put(`/admin/rounds/${oscars}`, { sportName: 'Academy Awards' }))
    await forgetAnswers()
    league.clock.advance(LEASE_MS)
    expect(await copy()).toEqual(first)
  })

  test('a season from another one is answered again, though that one is deleted since', async () => {
    const { id: source } = (await post('/admin/seasons', 'last', { body: { name: 'Last', ...YEAR } })).body
    const body = { name: 'This', ...YEAR, copyFrom: { seasonId: source } }
    const create = () => post('/admin/seasons', 'this', { url: second.url, body })
    const first = await create()
    expect(first.status).toBe(201)
    await done(league.admin.post(`/admin/seasons/${source}/soft-delete`))
    await forgetAnswers()
    league.clock.advance(LEASE_MS)
    expect(await create()).toEqual(first)
  })

  test('another start knows the keys, and the database alone shows no answer', async () => {
    const path = `/admin/rounds/${league.roundId}/participants/${league.idOf('Ann')}/link`
    const first = await post(path, 'the-link')
    expect(first.status).toBe(200)
    const restarted = await applicationForTest({ clock: league.clock, config })
    try {
      expect(await post(path, 'the-link', { url: restarted.url })).toEqual(first)
      expect((await http(restarted.url).get('/health')).status).toBe(200)
    } finally {
      await restarted.close()
    }
    const rows = await privateSchema.selectFrom('idempotency_keys').selectAll().execute()
    const text = rows
      .map((row) => JSON.stringify({ ...row, body: row.sealed_body?.toString('latin1') }))
      .join()
    expect(text).not.toContain('the-link')
    expect(text).not.toContain('/pick/')
    expect(text).not.toContain('Kim')
  })
})
