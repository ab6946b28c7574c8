import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isDeep } from '../deep/depth.ts'
import { APP_URL, type ApplicationForTest, applicationForTest, FIRST_ADMIN } from '../support/application.ts'
import { settableClock } from '../support/clock.ts'
import { eventually } from '../support/eventually.ts'
import { type Http, http } from '../support/http.ts'
import { LOGS, type LogKind, type RunningLog } from '../support/log-kinds.ts'

const START = '2027-01-10T12:00:00.000Z'

/** All others run in the deep tests. */
const KINDS = isDeep ? LOGS : LOGS.slice(0, 1)

for (const kind of KINDS) {
  const reason = kind.missing === null ? '' : `: ${kind.missing}`
  describe.skipIf(kind.missing)(`a season, played over HTTP, with the log in ${kind.name}${reason}`, () => {
    playSeason(kind)
  })
}

function playSeason(kind: LogKind) {
  const clock = settableClock(START)
  let log: RunningLog
  let application: ApplicationForTest
  let visitor: Http
  let admin: Http

  beforeAll(async () => {
    log = await kind.start()
    application = await applicationForTest({ clock, config: log.config })
    visitor = http(application.url)
  })
  afterAll(async () => {
    await application?.close()
    await log?.stop()
  })

  const ids: Record<string, number> = {}
  const links: Record<string, string> = {}

  test('the main admin signs in and must set up first', async () => {
    const wrong = await visitor.post('/auth/login', { ...FIRST_ADMIN, password: 'wrong' })
    expect(wrong).toMatchObject({
      status: 401,
      body: { error: 'Login failed. Please check your credentials.' },
    })

    const { status, body } = await visitor.post('/auth/login', FIRST_ADMIN)
    expect({ status, admin: body.admin }).toMatchObject({
      status: 200,
      admin: { email: FIRST_ADMIN.email, isMainAdmin: true, mustChangePassword: true },
    })
    const beforeSetup = visitor.as(body.token)
    expect(await beforeSetup.get('/admin/users')).toMatchObject({ status: 403 })
    const setup = await beforeSetup.post('/auth/initial-setup', {
      newName: 'Connie',
      newEmail: 'connie@example.com',
      newPassword: 'Sunny-Horse-7',
    })
    expect(setup).toMatchObject({ status: 200, body: { name: 'Connie', email: 'connie@example.com' } })
    admin = visitor.as(setup.body.token)
    expect(await beforeSetup.get('/auth/me'), 'the token from before the new password').toMatchObject({
      status: 401,
    })
    expect(await admin.get('/auth/me')).toMatchObject({
      status: 200,
      body: { name: 'Connie', is_main_admin: 1, isMainAdmin: true, must_change_password: 0 },
    })
    expect(await visitor.post('/auth/login', FIRST_ADMIN)).toMatchObject({ status: 401 })
  })

  test('the admin adds players, a season with participants, and two rounds', async () => {
    for (const [name, email] of [
      ['Ann', 'ann@example.com'],
      ['Bob', 'bob@example.com'],
      ['Cleo', ''],
    ] as const) {
      const { status, body } = await admin.post('/admin/users', { name, email })
      expect(status).toBe(201)
      ids[name] = body.id
    }
    const season = await admin.post('/admin/seasons', {
      name: 'Family Cup',
      yearStart: 2027,
      yearEnd: 2027,
      commissioner: 'Connie',
      isDefault: true,
      participantIds: [ids.Ann, ids.Bob],
    })
    expect(season.status).toBe(201)
    ids.season = season.body.id
    const bulk = await admin.post(`/admin/season-participants/${ids.season}/participants/bulk`)
    expect(bulk).toMatchObject({ status: 200, body: { added: 1 } })

    const football = await admin.post('/admin/rounds', {
      seasonId: ids.season,
      sportName: 'Football',
      pickType: 'single',
      lockTime: '2027-01-20T19:00',
      timezone: 'America/New_York',
      teams: ['Reds', 'Blues', 'Greens'],
      emailMessage: 'Choose <well>',
    })
    expect(football.status).toBe(201)
    ids.football = football.body.id
    const oscars = await admin.post('/admin/rounds', {
      seasonId: ids.season,
      sportName: 'Oscars',
      pickType: 'multiple',
      numWriteInPicks: 2,
      lockTime: '2027-01-25T12:00:00Z',
      timezone: 'America/New_York',
    })
    expect(oscars.status).toBe(201)
    ids.oscars = oscars.body.id
    expect(await admin.get(`/admin/rounds/${ids.football}`)).toMatchObject({
      status: 200,
      body: { lock_time: '2027-01-21T00:00:00.000Z', status: 'draft', totalParticipants: 3 },
    })
  })

  test('activation mails each player their own link', async () => {
    const mailed = (count: number) =>
      eventually(`${count} mails`, async () => {
        clock.advance(1000)
        const { mails } = (await admin.get('/admin/outbox')).body
        return (
          mails.length === count && mails.every(({ state }: { state: string }) => state === 'kept') && mails
        )
      })
    const activate = async (round: number | undefined) => {
      const { status, body } = await admin.post(`/admin/rounds/${round}/activate`)
      expect({ status, userCount: body.userCount }).toEqual({ status: 200, userCount: 2 })
    }
    await activate(ids.football)
    // Whoever mails late, after both are open, brings both links in one mail.
    await mailed(2)
    await activate(ids.oscars)
    const mails = await mailed(4)
    for (const { to, subject, text } of mails) {
      const [link] = text.match(/https:\S+/)
      expect(link).toContain(`${APP_URL}/pick/`)
      links[`${to} ${subject.split(': pick by ')[0]}`] = link.split('/pick/')[1]
    }
    expect(Object.keys(links)).toHaveLength(4)
    expect(application.printed.join()).toContain(links['ann@example.com Football'])
  })

  test('players pick, change their pick, and see it again', async () => {
    const ann = links['ann@example.com Football']
    const bob = links['bob@example.com Football']
    expect(await visitor.get(`/picks/validate/${ann}`)).toMatchObject({
      status: 200,
      body: { valid: true, user: { name: 'Ann' }, teams: ['Reds', 'Blues', 'Greens'], currentPick: null },
    })
    expect(await visitor.post(`/picks/${ann}`, { picks: ['Yellows'] })).toMatchObject({ status: 400 })
    await visitor.post(`/picks/${ann}`, { picks: ['Blues'] })
    expect(await visitor.post(`/picks/${ann}`, { picks: ['Reds'] })).toMatchObject({
      status: 200,
      body: { pickItems: [{ pickNumber: 1, pickValue: 'Reds' }] },
    })
    await visitor.post(`/picks/${bob}`, { picks: ['Greens'] })
    await visitor.post(`/picks/${links['ann@example.com Oscars']}`, { picks: [' Dune ', '', 'Oppenheimer'] })
    expect(await visitor.get(`/picks/validate/${ann}`)).toMatchObject({
      body: { currentPick: { pickItems: [{ pickNumber: 1, pickValue: 'Reds' }] } },
    })
  })

  test('nobody sees a pick before the lock', async () => {
    const { text, body } = await visitor.get(`/public/leaderboard/season/${ids.season}`)
    expect(text).not.toMatch(/Reds|Greens|Dune/)
    const ann = body.leaderboard.find(({ userName }: { userName: string }) => userName === 'Ann')
    expect(ann.picks[`${ids.football}`]).toEqual({ pickItems: [] })
  })

  test('the lock comes with the hour, and picks are refused from then on', async () => {
    clock.set('2027-01-21T00:00:00.000Z')
    const late = await visitor.post(`/picks/${links['ann@example.com Football']}`, { picks: ['Blues'] })
    expect(late).toMatchObject({ status: 403, body: { locked: true, roundId: ids.football } })
    await eventually('the published lock', async () => {
      const { body } = await admin.get(`/admin/rounds/${ids.football}`)
      return body.status === 'locked'
    })
    expect((await visitor.get(`/public/leaderboard/season/${ids.season}`)).text).toContain('Reds')
    expect(await admin.post(`/admin/rounds/${ids.oscars}/lock`)).toMatchObject({ status: 200 })
  })

  test('the admin completes both rounds and the table follows', async () => {
    expect(await admin.post(`/admin/seasons/${ids.season}/end`)).toMatchObject({ status: 409 })
    expect(
      await admin.post(`/admin/rounds/${ids.football}/complete`, {
        firstPlaceTeam: 'Reds',
        secondPlaceTeam: 'Greens',
      }),
    ).toMatchObject({ status: 200 })
    expect(
      await admin.post(`/admin/rounds/${ids.oscars}/complete`, {
        firstPlaceTeam: 'Dune',
        manualScores: [{ userId: ids.Ann, placement: 'third' }],
      }),
    ).toMatchObject({ status: 200 })
    const { body } = await visitor.get(`/public/leaderboard/season/${ids.season}`)
    expect(
      body.leaderboard.map(({ userName, rank, totalPoints }: Record<string, unknown>) => [
        userName,
        rank,
        totalPoints,
      ]),
    ).toEqual([
      ['Ann', 1, 10],
      ['Bob', 2, 5],
      ['Cleo', 3, 0],
    ])
    const graph = await visitor.get(`/public/leaderboard/season/${ids.season}/graph`)
    expect(graph.body[0]).toEqual({
      userId: ids.Ann,
      userName: 'Ann',
      points: [
        { roundId: 0, roundName: 'Start', points: 0 },
        { roundId: ids.football, roundName: 'Football', points: 6 },
        { roundId: ids.oscars, roundName: 'Oscars', points: 10 },
      ],
    })
  })

  test('an unlocked round counts for nothing until it is completed again', async () => {
    await admin.post(`/admin/rounds/${ids.football}/unlock`)
    const { body } = await visitor.get(`/public/seasons`)
    expect(body[0].leaderboard[0]).toEqual({ rank: 1, userId: ids.Ann, name: 'Ann', totalPoints: 4 })
    await admin.post(`/admin/rounds/${ids.football}/complete`, { firstPlaceTeam: 'Greens' })
    const again = await visitor.get(`/public/seasons`)
    expect(again.body[0].leaderboard[0]).toMatchObject({ name: 'Bob', totalPoints: 6 })
  })

  test('an unchanged leaderboard answers 304', async () => {
    const path = `/public/leaderboard/season/${ids.season}`
    const first = await visitor.get(path)
    const etag = first.headers.get('etag') ?? ''
    expect(await visitor.get(path, { 'if-none-match': etag })).toMatchObject({ status: 304, text: '' })
    await admin.put(`/admin/users/${ids.Bob}`, { name: 'Bobby', email: 'bob@example.com' })
    expect(await visitor.get(path, { 'if-none-match': etag })).toMatchObject({ status: 200 })
  })

  test('ending the season fills the podium, reopening clears it', async () => {
    const ended = await admin.post(`/admin/seasons/${ids.season}/end`)
    expect(ended).toMatchObject({ status: 200 })
    const winners = [
      { place: 1, user_name: 'Bobby', total_points: 6 },
      { place: 2, user_name: 'Ann', total_points: 5 },
      { place: 3, user_name: 'Cleo', total_points: 0 },
    ]
    expect(ended.body.winners).toMatchObject(winners)
    expect((await visitor.get(`/public/seasons/${ids.season}/winners`)).body).toMatchObject(winners)
    expect(await admin.post(`/admin/rounds/${ids.football}/unlock`)).toMatchObject({ status: 409 })
    await admin.post(`/admin/seasons/${ids.season}/reopen`)
    expect((await visitor.get(`/public/seasons/${ids.season}/winners`)).body).toEqual([])
  })
}
