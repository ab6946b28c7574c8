import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { applicationForTest } from '../support/application.ts'
import { copyTemplate } from '../support/embedded.ts'
import { temporaryFolder } from '../support/folder.ts'
import { http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { JWT_SECRET, type RunningLeague } from '../support/league/running.ts'

const DAY_MS = 24 * 3_600_000

let league: RunningLeague
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
  await copyTemplate(folder.path)
  league = await aLeague()
    .withPlayers('Ann', 'Bob')
    .withSeason()
    .withRound({ lockTime: '2027-08-01T19:00', timezone: 'Europe/London' })
    .start({ dataDir: folder.path })
})
afterAll(async () => {
  await league?.close()
  await folder?.remove()
})

let keys = 0
function newKey() {
  keys += 1
  return { 'idempotency-key': `key-${keys}` }
}
const DAN = { name: 'Dan', email: '' }

const add = (headers: Record<string, string>, body: unknown = DAN) =>
  league.admin.post('/admin/users', body, headers)
const playersNamed = async (name: string) =>
  (await league.admin.get('/admin/users')).body.filter((player: { name: string }) => player.name === name)

describe('a request that is repeated with its key', () => {
  test('gets the first answer again, and nothing happens twice', async () => {
    const key = newKey()
    const first = await add(key)
    expect(first.status).toBe(201)
    const again = await add(key)
    expect({ status: again.status, text: again.text }).toEqual({ status: 201, text: first.text })
    expect(await playersNamed('Dan')).toHaveLength(1)
    expect((await add(newKey())).body.id).not.toBe(first.body.id)
  })

  test('gets a refusal again, though the like would succeed by now', async () => {
    const key = newKey()
    const end = () => league.admin.post(`/admin/rounds/${league.roundId}/unlock`, {}, key)
    const refused = await end()
    expect(refused.status).toBe(409)
    expect(await end()).toMatchObject({ status: 409, text: refused.text })
  })

  test('is refused with another body or another path', async () => {
    const key = newKey()
    await add(key, { name: 'Eve', email: '' })
    const refusal = { status: 422, body: { error: 'This Idempotency-Key was used for another request' } }
    expect(await add(key, { name: 'Fay', email: '' })).toMatchObject(refusal)
    expect(await league.admin.post('/admin/users/1/deactivate', undefined, key)).toMatchObject(refusal)
    expect(await playersNamed('Fay')).toEqual([])
  })

  test('is refused while the first is under way, and one of many at once is carried out', async () => {
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(key, { name: 'Gus', email: '' })))
    for (const { status, body } of answers) {
      expect([201, 409]).toContain(status)
      if (status === 409)
        expect(body.error).toMatch(/^The first request with this Idempotency-Key has not been answered/)
    }
    expect(await playersNamed('Gus')).toHaveLength(1)
  })

  test('is another request for another admin, and for another link', async () => {
    const key = newKey()
    const sam = await league.addAdmin('Sam')
    const { body } = await add(key, { name: 'Hal', email: '' })
    const asSam = await league.signInByMail(sam.email)
    const other = await asSam.post('/admin/users', { name: 'Hal', email: '' }, key)
    expect(other.body.id).not.toBe(body.id)
    for (const name of ['Ann', 'Bob']) {
      const token = league.tokenFor(league.roundId, league.idOf(name))
      const pick = () => league.visitor.post(`/picks/${token}`, { picks: ['Reds'] }, key)
      const first = await pick()
      expect(first.status).toBe(200)
      expect(await pick()).toMatchObject({ status: 200, text: first.text })
    }
  })

  test('is carried out where it was refused for now, because that answer is not kept', async () => {
    const key = newKey()
    const { body } = await add(newKey(), { name: 'Ivy', email: '' })
    const roundId = await league.openRound({ lockTime: '2027-08-01T19:00', timezone: 'Europe/London' })
    const token = league.tokenFor(roundId, body.id)
    const pick = () => league.visitor.post(`/picks/${token}`, { picks: ['Blues'] }, key)
    expect(await pick()).toMatchObject({ status: 403 })
    const join = `/admin/season-participants/${league.seasonId}/participants`
    await league.admin.post(join, { userId: body.id })
    expect(await pick()).toMatchObject({ status: 200 })
  })

  test('is carried out again after a day', async () => {
    const key = newKey()
    const first = await add(key, { name: 'Jo', email: '' })
    league.clock.advance(DAY_MS - 1)
    expect((await add(key, { name: 'Jo', email: '' })).text).toBe(first.text)
    league.clock.advance(1)
    expect((await add(key, { name: 'Jo', email: '' })).body.id).not.toBe(first.body.id)
    expect(await playersNamed('Jo')).toHaveLength(2)
  })

  test.each([
    ['', 'is empty'],
    ['two words', 'has a space'],
    ['x'.repeat(256), 'is too long'],
  ])('is refused when the key %j %s', async (key) => {
    expect(await add({ 'idempotency-key': key })).toMatchObject({
      status: 400,
      body: { error: 'Idempotency-Key must be 1 to 255 visible characters of ASCII' },
    })
  })
})

test('the answer outlives a restart', async () => {
  const key = newKey()
  const roundId = await league.openRound({ lockTime: '2027-09-01T19:00', timezone: 'Europe/London' })
  const token = league.tokenFor(roundId, league.idOf('Bob'))
  const pick = (url: string) => http(url).post(`/picks/${token}`, { picks: ['Reds'] }, key)
  const first = await pick(league.application.url)
  expect(first.status).toBe(200)
  await league.close()
  const config = { jwtSecret: JWT_SECRET }
  const restarted = await applicationForTest({ clock: league.clock, dataDir: folder.path, config })
  onTestFinished(restarted.close)
  expect(await pick(restarted.url)).toMatchObject({ status: 200, text: first.text })
})
