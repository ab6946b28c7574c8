import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatTime } from '../../platform/time/time-zone.ts'
import { timeZoneRegions } from '../../web/admin/sports/edit/time-zones.ts'
import { longTest } from '../deep/depth.ts'
import { settableClock } from '../support/clock.ts'
import { copyTemplate } from '../support/embedded.ts'
import { temporaryFolder } from '../support/folder.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { OSCARS } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'
import { wholeLog, withFolder } from '../support/log.ts'

const NOW = '2027-01-10T12:00:00.000Z'
const NAMES = ['Ann', 'Bob', 'Cleo', 'Dan'] as const
const clock = settableClock(NOW)

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let league: RunningLeague

beforeAll(async () => {
  folder = await temporaryFolder()
  await copyTemplate(folder.path)
  const plan = aLeague().withPlayers(NAMES).withSeason()
  league = await plan.start({ clock, dataDir: folder.path, config: { role: 'api' } })
})
afterAll(async () => {
  await league?.close()
  await folder?.remove()
})

const round = (roundId: number, deed: string, body?: unknown) =>
  done(league.admin.post(`/admin/rounds/${roundId}/${deed}`, body))
const season = (seasonId: number, deed: string) =>
  done(league.admin.post(`/admin/seasons/${seasonId}/${deed}`))
const toggle = (seasonId: number) => done(league.admin.put(`/admin/seasons/${seasonId}/toggle-active`))
const remove = (seasonId: number, userId: number) =>
  done(league.admin.delete(`/admin/season-participants/${seasonId}/participants/${userId}`))
const add = (seasonId: number, userId: number) =>
  done(league.admin.post(`/admin/season-participants/${seasonId}/participants`, { userId }))
const settings = (values: object) => done(league.admin.put('/admin/settings', values))

async function cup(name = 'Cup'): Promise<number> {
  const values = { name, yearStart: 2027, yearEnd: 2027, participantIds: league.playerIds }
  return (await done(league.admin.post('/admin/seasons', values))).id
}

type Placements = Partial<Record<(typeof NAMES)[number], string>>

/** A completed round of write-ins in which these players picked and are placed. */
async function played(seasonId: number, placements: Placements, sportName = 'Oscars'): Promise<number> {
  const roundId = await league.openRound({ ...OSCARS, seasonId, sportName })
  const places = Object.entries(placements) as [(typeof NAMES)[number], string][]
  for (const [name] of places) {
    await done(
      league.admin.post('/admin/picks', { userId: league.idOf(name), roundId, picks: [`Film of ${name}`] }),
    )
  }
  await round(roundId, 'lock')
  const manualScores = places.map(([name, placement]) => ({ userId: league.idOf(name), placement }))
  await round(roundId, 'complete', { manualScores })
  return roundId
}

type Entry = { userId: number; userName: string; rank: number; totalPoints: number }

const board = async (seasonId: number) => {
  const body = await done(league.visitor.get(`/public/leaderboard/season/${seasonId}`))
  return (body.leaderboard as Entry[]).map(({ userName, rank, totalPoints }) => [userName, rank, totalPoints])
}
const graph = async (seasonId: number) => {
  const body = await done(league.visitor.get(`/public/leaderboard/season/${seasonId}/graph`))
  return body.map((series: { userName: string; points: { points: number }[] }) => [
    series.userName,
    ...series.points.map(({ points }) => points),
  ])
}
const card = async (seasonId: number, prefix: 'admin' | 'public') => {
  const body = await done(league.admin.get(`/${prefix}/seasons`))
  const row = body.find((one: { id: number }) => one.id === seasonId)
  return row?.leaderboard.map((entry: Record<string, unknown>) => [entry.name, entry.rank, entry.totalPoints])
}
const podium = async (seasonId: number) => {
  const body = await done(league.visitor.get(`/public/seasons/${seasonId}/winners`))
  return body.map((row: Record<string, unknown>) => [row.user_name, row.place, row.total_points])
}

describe('a link that was valid', () => {
  type Context = { seasonId: number; roundId: number }
  const CLOSED: [
    what: string,
    close: (context: Context) => Promise<unknown>,
    reopen?: (context: Context) => unknown,
  ][] = [
    [
      'a deleted round',
      ({ roundId }) => round(roundId, 'soft-delete'),
      ({ roundId }) => round(roundId, 'restore'),
    ],
    ['an inactive season', ({ seasonId }) => toggle(seasonId), ({ seasonId }) => toggle(seasonId)],
    [
      'a deleted season',
      ({ seasonId }) => season(seasonId, 'soft-delete'),
      async ({ seasonId }) => {
        await season(seasonId, 'restore')
        await toggle(seasonId)
      },
    ],
    [
      'a deactivated player',
      () => done(league.admin.post(`/admin/users/${league.idOf('Ann')}/deactivate`)),
      () => done(league.admin.post(`/admin/users/${league.idOf('Ann')}/reactivate`)),
    ],
    [
      'a removed participant',
      ({ seasonId }) => remove(seasonId, league.idOf('Ann')),
      ({ seasonId }) => add(seasonId, league.idOf('Ann')),
    ],
    ['a locked round', ({ roundId }) => round(roundId, 'lock')],
    [
      'a completed round',
      async ({ roundId }) => {
        await round(roundId, 'lock')
        await round(roundId, 'complete', {})
      },
    ],
    [
      'a completed round that was unlocked',
      async ({ roundId }) => {
        await round(roundId, 'lock')
        await round(roundId, 'complete', {})
        await round(roundId, 'unlock')
      },
    ],
    [
      'an ended season',
      async ({ seasonId, roundId }) => {
        await round(roundId, 'lock')
        await round(roundId, 'complete', {})
        await season(seasonId, 'end')
      },
    ],
    [
      'a round that was deleted for ever',
      async ({ roundId }) => {
        await round(roundId, 'soft-delete')
        await done(
          league.admin.delete(`/admin/rounds/${roundId}/permanent`, { confirmation: 'PERMANENT DELETE' }),
        )
      },
    ],
  ]
  test.each(CLOSED)('cannot pick for %s', async (_, close, reopen) => {
    const seasonId = await cup()
    const roundId = await league.openRound({ ...OSCARS, seasonId })
    const token = league.tokenFor(roundId, league.idOf('Ann'))
    const look = () => league.visitor.get(`/picks/validate/${token}`)
    const pick = () => league.visitor.post(`/picks/${token}`, { picks: ['Dune'] })
    expect((await look()).status).toBe(200)

    await close({ seasonId, roundId })
    for (const answer of [await look(), await pick()]) {
      expect(answer).toMatchObject({ status: 403, body: { error: expect.stringMatching(/^[A-Z].+ .+/) } })
    }
    if (!reopen) return
    await reopen({ seasonId, roundId })
    expect([(await look()).status, (await pick()).status]).toEqual([200, 200])
  })

  test('opens nothing while the round is a draft', async () => {
    const token = league.tokenFor(await league.draftRound(), league.idOf('Ann'))
    expect((await league.visitor.get(`/picks/validate/${token}`)).status).toBe(403)
    expect((await league.visitor.post(`/picks/${token}`, { picks: ['Reds'] })).status).toBe(403)
  })

  test('goes on working after reminders', async () => {
    const roundId = await league.openRound(OSCARS)
    const token = league.tokenFor(roundId, league.idOf('Ann'))
    expect((await round(roundId, 'send-reminder')).sent).toBe(4)
    expect((await league.visitor.post(`/picks/${token}`, { picks: ['Dune'] })).status).toBe(200)
    expect((await round(roundId, 'send-reminder')).sent, 'nobody who has picked').toBe(3)
    expect((await league.visitor.get(`/picks/validate/${token}`)).body.currentPick).not.toBeNull()
  })

  test('is not used up by a hundred looks of a mail scanner', async () => {
    const roundId = await league.openRound(OSCARS)
    const token = league.tokenFor(roundId, league.idOf('Bob'))
    const before = await league.visitor.get(`/picks/validate/${token}`)
    for (let look = 0; look < 100; look += 1) {
      const path = look % 2 === 0 ? `/pick/${token}` : `/api/picks/validate/${token}`
      const { status } = await fetch(`${league.application.url}${path}`, {
        method: look % 4 < 2 ? 'GET' : 'HEAD',
      })
      expect(status).toBe(200)
    }
    expect((await league.visitor.get(`/picks/validate/${token}`)).text).toBe(before.text)
    expect((await league.visitor.post(`/picks/${token}`, { picks: ['Dune'] })).status).toBe(200)
    looked.push(`pick-${roundId}-${league.idOf('Bob')}`)
  })
})

/** Streams that the looks of scanners must have left alone. */
const looked: string[] = []

test('a season that is not active cannot become the default, and nothing else of it is saved', async () => {
  const seasonId = await cup('Old Cup')
  const change = { name: 'New Cup', yearStart: 2027, yearEnd: 2027 }
  const row = async () => {
    const { body } = await league.admin.get('/admin/seasons')
    return body.find(({ id }: { id: number }) => id === seasonId)
  }
  await toggle(seasonId)
  expect(await league.admin.put(`/admin/seasons/${seasonId}`, { ...change, isDefault: true })).toMatchObject({
    status: 409,
    body: { error: 'A season that is not active cannot be the default. Activate it first' },
  })
  expect(await row()).toMatchObject({ name: 'Old Cup', is_active: 0, is_default: 0 })
  await done(league.admin.put(`/admin/seasons/${seasonId}`, { ...change, isDefault: false }))
  await toggle(seasonId)
  await done(league.admin.put(`/admin/seasons/${seasonId}`, { ...change, isDefault: true }))
  expect(await row()).toMatchObject({ name: 'New Cup', is_active: 1, is_default: 1 })
})

test('activating without participants leaves the round a draft', async () => {
  const values = { name: 'Empty', yearStart: 2027, yearEnd: 2027 }
  const seasonId = (await done(league.admin.post('/admin/seasons', values))).id
  const roundId = await league.draftRound({ ...OSCARS, seasonId })
  expect((await league.admin.post(`/admin/rounds/${roundId}/activate`)).status).toBe(409)
  expect((await league.admin.get(`/admin/rounds/${roundId}`)).body.status).toBe('draft')
})

describe('a lock time', () => {
  const lockTimeOf = async (roundId: number) =>
    (await done(league.admin.get(`/admin/rounds/${roundId}`))).lock_time

  test.each([
    ['America/New_York', '2027-07-20T19:00', '2027-07-20T23:00:00.000Z'],
    ['America/New_York', '2027-12-20T19:00', '2027-12-21T00:00:00.000Z'],
    ['Europe/Berlin', '2027-12-20T19:00', '2027-12-20T18:00:00.000Z'],
    ['Australia/Lord_Howe', '2027-07-20T19:00', '2027-07-20T08:30:00.000Z'],
    ['Australia/Lord_Howe', '2027-12-20T19:00', '2027-12-20T08:00:00.000Z'],
    ['Asia/Kathmandu', '2027-12-20T19:00', '2027-12-20T13:15:00.000Z'],
  ])('in %s, %s on the wall, falls at %s, whenever it was set', async (timezone, lockTime, instant) => {
    for (const setAt of ['2027-01-10T12:00:00.000Z', '2027-07-01T12:00:00.000Z']) {
      clock.set(setAt)
      const roundId = await league.draftRound({ ...OSCARS, timezone, lockTime })
      expect(await lockTimeOf(roundId)).toBe(instant)
    }
    clock.set(NOW)
  })

  test.each([
    ['of a summer', 'America/New_York', '2027-08-01T14:00', '2027-08-01T18:00:00.000Z'],
    ['that comes twice, the first', 'America/New_York', '2027-11-07T01:30', '2027-11-07T05:30:00.000Z'],
    ['that comes twice, the second', 'America/New_York', '2027-11-07T01:30', '2027-11-07T06:30:00.000Z'],
    ['in a change of half an hour', 'Australia/Lord_Howe', '2027-04-04T01:45', '2027-04-03T15:15:00.000Z'],
  ])('%s stays where it is when the round is saved ten times', async (_, timezone, lockTime, instant) => {
    const roundId = await league.openRound({ ...OSCARS, timezone, lockTime: instant })
    for (let save = 0; save < 10; save += 1) {
      const sent = [{ lockTime, timezone }, { lockTime: instant, timezone }, { lockTime }][save % 3]
      const values = { sportName: `Oscars ${save}`, ...sent }
      await done(league.admin.put(`/admin/rounds/${roundId}`, values))
      expect(await lockTimeOf(roundId)).toBe(instant)
    }
    untouched.push(roundId)
  })
})

longTest('every time zone that the screens offer is one that the server takes and reckons with', async () => {
  const offered = timeZoneRegions().flatMap(({ items }) => items.map(({ value }) => value))
  expect(offered.length).toBeGreaterThan(140)
  for (const defaultTimezone of offered) {
    const body = await settings({ defaultTimezone })
    expect(body.settings.default_timezone).toBe(defaultTimezone)
    expect(formatTime(NOW, defaultTimezone)).toMatch(/2027 at \d/)
  }
  const unique = new Set(offered)
  expect(unique.size).toBe(offered.length)
})

/** Streams of rounds whose lock time was never touched. */
const untouched: number[] = []

describe('a change of the points', () => {
  test('re-scores every active season in every table, and no ended one', async () => {
    await settings({ pointsFirstPlace: 6, pointsSecondPlace: 5, pointsSixthPlusPlace: 1 })
    const [ended, running] = [await cup('Ended'), await cup('Running')]
    for (const seasonId of [ended, running]) {
      await played(seasonId, { Ann: 'first', Bob: 'second', Cleo: 'none' })
    }
    await season(ended, 'end')
    const before = [
      ['Ann', 1, 6],
      ['Bob', 2, 5],
      ['Cleo', 3, 1],
      ['Dan', 4, 0],
    ]
    const podiumBefore = await podium(ended)
    await settings({ pointsFirstPlace: 1, pointsSecondPlace: 20, pointsSixthPlusPlace: 0 })

    expect(await board(ended)).toEqual(before)
    expect(await card(ended, 'public')).toEqual(before)
    expect(await podium(ended)).toEqual(podiumBefore)
    expect(await graph(ended)).toContainEqual(['Ann', 0, 6])
    const after = [
      ['Bob', 1, 20],
      ['Ann', 2, 1],
      ['Cleo', 3, 0],
      ['Dan', 3, 0],
    ]
    expect(await board(running)).toEqual(after)
    expect(await card(running, 'admin')).toEqual(after)
    expect(await graph(running)).toEqual([
      ['Ann', 0, 1],
      ['Bob', 0, 20],
      ['Cleo', 0, 0],
      ['Dan', 0, 0],
    ])

    await season(ended, 'reopen')
    expect(await board(ended), 'follows the settings again').toEqual(after)
    await settings({ pointsFirstPlace: 6, pointsSecondPlace: 5, pointsSixthPlusPlace: 1 })
    await season(ended, 'end')
    expect(await podium(ended), 'ended again without changes').toEqual(podiumBefore)
  })

  test('all to 0 is legal, and everybody is alphabetical and first', async () => {
    const seasonId = await cup()
    await played(seasonId, { Dan: 'first', Bob: 'second' })
    const zeros = Object.fromEntries(
      ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'SixthPlus'].map((place) => [`points${place}Place`, 0]),
    )
    await settings(zeros)
    expect(await board(seasonId)).toEqual(NAMES.map((name) => [name, 1, 0]))
    await settings({
      ...{ pointsFirstPlace: 6, pointsSecondPlace: 5, pointsThirdPlace: 4 },
      ...{ pointsFourthPlace: 3, pointsFifthPlace: 2, pointsSixthPlusPlace: 1 },
    })
  })
})

describe('ranks', () => {
  test('of 10, 8, 8, 5 are 1, 2, 2, 4 wherever they are told', async () => {
    const seasonId = await cup()
    await played(seasonId, { Ann: 'third', Bob: 'first', Cleo: 'fourth', Dan: 'second' })
    await played(seasonId, { Ann: 'third', Bob: 'third', Cleo: 'fifth', Dan: 'fourth' })
    const table = [
      ['Bob', 1, 10],
      ['Ann', 2, 8],
      ['Dan', 2, 8],
      ['Cleo', 4, 5],
    ]
    expect(await board(seasonId)).toEqual(table)
    expect(await card(seasonId, 'public')).toEqual(table)
    expect(await card(seasonId, 'admin')).toEqual(table)
    const body = await season(seasonId, 'end')
    expect(await podium(seasonId)).toEqual(table.slice(0, 3))
    expect(body.winners.map(({ place }: { place: number }) => place)).toEqual([1, 2, 2])
  })

  test('never mix seasons', async () => {
    const [one, other] = [await cup('One'), await cup('Other')]
    await played(one, { Ann: 'first' })
    await played(other, { Ann: 'second', Bob: 'first' })
    expect((await board(one)).slice(0, 2)).toEqual([
      ['Ann', 1, 6],
      ['Bob', 2, 0],
    ])
    expect((await board(other)).slice(0, 2)).toEqual([
      ['Bob', 1, 6],
      ['Ann', 2, 5],
    ])
  })
})

describe('whoever leaves', () => {
  test('a season and comes back has exactly the former picks and points', async () => {
    const seasonId = await cup()
    await played(seasonId, { Ann: 'first', Bob: 'second' })
    const read = () => league.admin.get(`/admin/leaderboard/season/${seasonId}`)
    const before = (await read()).text
    await remove(seasonId, league.idOf('Ann'))
    expect((await board(seasonId)).map(([name]) => name)).not.toContain('Ann')
    await add(seasonId, league.idOf('Ann'))
    expect((await read()).text).toBe(before)
  })

  test('the game keeps past standings, gets no link and cannot be counted on', async () => {
    const seasonId = await cup()
    await played(seasonId, { Ann: 'first', Bob: 'second' })
    const before = await board(seasonId)
    await done(league.admin.post(`/admin/users/${league.idOf('Ann')}/deactivate`))
    expect(await board(seasonId)).toEqual(before)
    const draft = await league.draftRound({ ...OSCARS, seasonId })
    expect((await round(draft, 'activate')).userCount).toBe(3)
    expect((await round(draft, 'send-reminder')).sent).toBe(3)
    const { body } = await league.admin.get(`/admin/rounds/${draft}`)
    expect(body.totalParticipants).toBe(3)
    await done(league.admin.post(`/admin/users/${league.idOf('Ann')}/reactivate`))
    expect(await board(seasonId)).toEqual(before)
  })
})

test('a deleted round is outside totals, graph and the end of the season, until it is restored', async () => {
  const seasonId = await cup()
  await played(seasonId, { Ann: 'first' })
  const second = await played(seasonId, { Bob: 'first', Ann: 'second' })
  const withBoth = [await board(seasonId), await graph(seasonId)]
  await round(second, 'unlock')
  await round(second, 'soft-delete')
  expect((await board(seasonId)).slice(0, 2)).toEqual([
    ['Ann', 1, 6],
    ['Bob', 2, 0],
  ])
  expect(await graph(seasonId)).toContainEqual(['Ann', 0, 6])
  expect((await season(seasonId, 'end')).winners).toMatchObject([
    { name: 'Ann', total_points: 6 },
    {},
    {},
    {},
  ])

  await season(seasonId, 'reopen')
  await round(second, 'restore')
  expect((await league.admin.post(`/admin/seasons/${seasonId}/end`)).status).toBe(409)
  const manualScores = [
    { userId: league.idOf('Bob'), placement: 'first' },
    { userId: league.idOf('Ann'), placement: 'second' },
  ]
  await round(second, 'complete', { manualScores })
  expect([await board(seasonId), await graph(seasonId)]).toEqual(withBoth)
})

test('a completed round counts once, with the final data, however often it was unlocked', async () => {
  const seasonId = await cup()
  const roundId = await played(seasonId, { Ann: 'first', Bob: 'second' })
  for (const winner of ['Bob', 'Ann', 'Bob'] as const) {
    await round(roundId, 'unlock')
    expect((await board(seasonId)).every(([, , points]) => points === 0)).toBe(true)
    await round(roundId, 'complete', { manualScores: [{ userId: league.idOf(winner), placement: 'first' }] })
  }
  expect((await board(seasonId)).slice(0, 2)).toEqual([
    ['Bob', 1, 6],
    ['Ann', 2, 1],
  ])
})

test('the log has no event for what changed nothing', async () => {
  await league.close()
  await withFolder(folder.path, async ({ store }) => {
    const events = await wholeLog(store)
    const typesIn = (stream: string) => events.filter((one) => one.stream === stream).map(({ type }) => type)
    expect([looked.length, untouched.length]).toEqual([1, 4])
    for (const stream of looked) expect(typesIn(stream)).toEqual(['PickSubmitted'])
    const moved = events.flatMap(({ type, data }) =>
      type === 'RoundRescheduled' ? (data as { roundId: number }).roundId : [],
    )
    expect(untouched.filter((roundId) => moved.includes(roundId))).toEqual([])
  })
})
