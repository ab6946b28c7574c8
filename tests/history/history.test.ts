import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

let league: RunningLeague
let season: number
let round: number
let ann: number

beforeAll(async () => {
  league = await aLeague()
    .withPlayers({ name: '=HYPERLINK("x")', email: 'ann@example.com' })
    .withSeason()
    .withRound()
    .start({ config: { role: 'api' } })
  const { admin, clock } = league
  ;({ seasonId: season, roundId: round } = league)
  ann = league.playerIds[0] ?? 0
  clock.advance(24 * 3_600_000)
  await admin.post('/admin/picks', { userId: ann, roundId: round, picks: ['Blues'] })
  await admin.post(`/admin/rounds/${round}/lock`)
  clock.advance(60_000)
  const late = { userId: ann, roundId: round, picks: ['Reds'], reason: '+1 for honesty' }
  await admin.post('/admin/picks', late)
  await league.addAdmin('Sam')
})
afterAll(() => league?.close())

const told = async (query = '', who = league.admin): Promise<string[]> =>
  (await who.get(`/admin/history${query}`)).body.entries.map(({ sentence }: { sentence: string }) => sentence)

describe('the history', () => {
  test('says what was before, what came after the lock, and why', async () => {
    const { body } = await league.admin.get(`/admin/history?round=${round}`)
    expect(body.entries[0]).toMatchObject({
      sentence: 'Connie entered the pick of =HYPERLINK("x") for Football after the lock: Reds (was: Blues)',
      reason: '+1 for honesty',
      changes: [{ field: 'pick', before: 'Blues', after: 'Reds' }],
      actor: { kind: 'admin', name: 'Connie' },
      roundId: round,
      seasonId: season,
      playerId: ann,
    })
  })

  test.each([
    ['?kind=picks', 2],
    ['?kind=sports', 3],
    ['?to=2027-01-10&kind=sports', 2],
    ['?from=2027-01-11&kind=sports', 1],
    ['?from=2027-01-11T12:00:01Z', 3],
    ['?player=999', 0],
  ])('%s', async (query, count) => {
    expect(await told(query)).toHaveLength(count)
  })

  test('of a cell has what the player did there and what happened to the sport', async () => {
    const cell = await told(`?round=${round}&player=${ann}`)
    expect(cell).toEqual(await told(`?round=${round}`))
    expect(await told(`?round=${round}&player=999`)).toEqual(await told('?kind=sports'))
  })

  test('comes in pages that neither repeat nor leave out anything', async () => {
    for (let index = 0; index < 60; index += 1) {
      await league.admin.put(`/admin/users/${ann}`, { name: `Ann ${index}`, email: 'ann@example.com' })
    }
    const positions: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const { body } = await league.admin.get(`/admin/history${next && `?before=${next}`}`)
      expect(body.entries.length).toBeLessThanOrEqual(50)
      positions.push(...body.entries.map(({ position }: { position: string }) => position))
      next = body.next
    }
    expect(positions).toEqual([...new Set(positions)].sort().reverse())
    const { text } = await league.admin.get('/admin/history.csv')
    expect(text.trim().split(/\r?\n/)).toHaveLength(positions.length + 1)
  })

  test('calls everybody by today’s name, and who is gone by the last one', async () => {
    const { body } = await league.admin.post('/admin/users', { name: 'Guest', email: '' })
    await league.admin.delete(`/admin/users/${body.id}`)
    expect(await told(`?player=${body.id}`)).toEqual([
      'Connie deleted the player Guest',
      'Connie deactivated Guest: no mail and no picks, past standings stay',
      'Connie added the player Guest, who has no email address',
    ])
  })

  test('keeps the accounts of admins to the main admin', async () => {
    const sam = await league.signInByMail('sam@example.com')
    expect((await told('?kind=admins')).join()).toContain('sam@example.com')
    expect(await told('?kind=admins', sam)).toEqual([])
    expect((await sam.get('/admin/history.csv')).text).not.toContain('sam@example.com')
    const { body } = await league.admin.get('/admin/history?kind=admins')
    const { eventId } = body.entries[0]
    expect((await league.admin.get(`/admin/history/${eventId}`)).status).toBe(200)
    expect((await sam.get(`/admin/history/${eventId}`)).status).toBe(404)
  })

  test('is a table in which nothing is a formula', async () => {
    const { text, headers } = await league.admin.get('/admin/history.csv?kind=picks')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(text).toContain(",'+1 for honesty,")
    for (const row of text.split(/\r?\n/)) expect(row).not.toMatch(/(^|,)"?[=+@\t-]/)
  })

  test.each([
    ['?kind=lies', 'kind must be picks, sports, seasons, players, admins, sign-ins or settings'],
    ['?from=yesterday', 'from must be a day, like 2027-03-14, or an instant, like 2027-03-14T19:30:00Z'],
    ['?to=2027-99-01', 'to is not a day that exists'],
    ['?from=2026-02-31', 'from is not a day that exists'],
    ['?to=2027-02-29T10:00:00Z', 'to is not a day that exists'],
    ['?to=9999-12-31', 'to is not a day that exists'],
    ['?season=0', 'The id must be a positive whole number'],
  ])('refuses %s with a sentence', async (query, sentence) => {
    const { status, body } = await league.admin.get(`/admin/history${query}`)
    expect([status, body.error]).toEqual([400, sentence])
  })

  test('has no event under an id that none has', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect((await league.admin.get(`/admin/history/${unknown}`)).status).toBe(404)
    expect((await league.admin.get('/admin/history/7')).body.error).toBe('This is not the id of an event')
  })
})

test('a reason is a sentence of up to five hundred characters, and nobody must give one', async () => {
  const complete = (body: object) => league.admin.post(`/admin/rounds/${round}/complete`, body)
  const places = { firstPlaceTeam: 'Reds' }
  expect((await complete({ ...places, reason: 'x'.repeat(501) })).body.error).toBe(
    'Reason must be 1 to 500 characters',
  )
  expect((await complete({ ...places, reason: '  ' })).status).toBe(400)
  expect((await complete(places)).status).toBe(200)
  expect((await league.admin.post(`/admin/rounds/${round}/unlock`)).status).toBe(200)
  expect((await league.admin.get(`/admin/rounds/${round}`)).body.completed_before).toBe(true)
  expect((await complete({ firstPlaceTeam: 'Blues', reason: 'Recount' })).status).toBe(200)
  expect((await league.admin.get(`/admin/rounds/${round}`)).body).not.toHaveProperty('completed_before')
  const [corrected] = await told(`?round=${round}`)
  expect(corrected).toBe('Connie corrected the result of Football: 1st Blues (was: 1st Reds)')
})

describe('the marks', () => {
  const marksOf = async () => {
    const { body } = await league.visitor.get(`/public/leaderboard/season/${season}`)
    return body.leaderboard[0].marks
  }

  test('show what an admin did after the lock', async () => {
    expect(await marksOf()).toEqual({ [round]: ['entered_after_lock', 'result_corrected'] })
  })

  test('of a result go with it while the sport is unlocked, and stay away when it comes back the same', async () => {
    const again = await league.openRound()
    const path = `/admin/rounds/${again}`
    league.clock.advance(1_000)
    await league.admin.post(`${path}/lock`)
    for (let times = 0; times < 2; times += 1) {
      await league.admin.post(`${path}/complete`, { firstPlaceTeam: 'Reds' })
      await league.admin.post(`${path}/unlock`)
    }
    await league.admin.post(`/admin/rounds/${round}/unlock`)
    expect(await marksOf()).toEqual({ [round]: ['entered_after_lock'] })
    expect((await told(`?round=${again}`))[1]).toBe(
      'Connie completed Football again with the same result: 1st Reds',
    )
  })

  test('come with their reasons where a cell is explained', async () => {
    const result = { firstPlaceTeam: 'Reds', reason: 'Recounted' }
    await league.admin.post(`/admin/rounds/${round}/complete`, result)
    const { body } = await league.visitor.get(`/public/leaderboard/season/${season}/players/${ann}`)
    expect(body.cells[0]).toMatchObject({
      sentence: expect.stringMatching(/^An admin entered Reds for Ann 59, which came 1st: 6 points\.$/),
      marks: [
        { kind: 'entered_after_lock', reason: '+1 for honesty' },
        { kind: 'result_corrected', reason: 'Recounted' },
      ],
    })
  })
})
