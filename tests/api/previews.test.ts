import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

const OUTDATED = 'Something has changed since this preview. Please look at the new one'

let league: RunningLeague
let football: number

/** 'Ann 6 #1 -> 8 #1', for each player of each season. */
const told = ({ seasons }: Answer['body']) =>
  seasons.map(({ name, players }: Answer['body']) => [
    name,
    players.map(({ name, before, after }: Answer['body']) => `${name} ${place(before)} -> ${place(after)}`),
  ])

const place = (at: { points: number; rank: number } | null) => (at ? `${at.points} #${at.rank}` : 'out')

const preview = (of: string, body?: unknown) => league.admin.post(`/admin/previews/${of}`, body)
const standings = async () =>
  (await league.visitor.get(`/public/leaderboard/season/${league.seasonId}`)).body.leaderboard.map(
    ({ userName, totalPoints, rank }: Answer['body']) => `${userName} ${totalPoints} #${rank}`,
  )
const seenNow = async () => (await preview('settings', { pointsFirstPlace: 6 })).body.position

beforeAll(async () => {
  league = await aLeague()
    .withPlayers('Ann', 'Bob', 'Cleo')
    .withSeason()
    .withRound({ lockTime: '2027-01-20T18:00:00Z' })
    .withPicks({ Ann: ['Reds'], Bob: ['Blues'], Cleo: ['Greens'] })
    .start()
  football = league.roundId
  league.clock.set('2027-01-20T18:00:00.000Z')
  await done(league.admin.post(`/admin/rounds/${football}/complete`, { firstPlaceTeam: 'Reds' }))
})
afterAll(() => league?.close())

describe('before points are saved', () => {
  test('every player of every open season is shown with old and new points and ranks', async () => {
    const other = {
      name: 'Next Cup',
      yearStart: 2028,
      yearEnd: 2028,
      participantIds: league.playerIds.slice(0, 1),
    }
    const { id } = await done(league.admin.post('/admin/seasons', other))
    const body = await done(preview('settings', { pointsFirstPlace: 0, pointsSixthPlusPlace: 3 }))
    expect(told(body)).toEqual([
      ['Next Cup', ['Ann 0 #1 -> 0 #1']],
      ['Family Cup', ['Bob 1 #2 -> 3 #1', 'Cleo 1 #2 -> 3 #1', 'Ann 6 #1 -> 0 #3']],
    ])
    await done(league.admin.post(`/admin/seasons/${id}/soft-delete`))
  })

  test('a season with rules of its own keeps its points, and is not in it', async () => {
    const points = { first: 9, second: 5, third: 4, fourth: 3, fifth: 2, sixthPlus: 1 }
    const years = { yearStart: 2028, yearEnd: 2028 }
    const { id } = await done(league.admin.post('/admin/seasons', { name: 'Own Cup', ...years }))
    const rules = { points, noPick: 0, dropWorst: 0, tieBreak: [] }
    await done(league.admin.put(`/admin/seasons/${id}/rules`, rules))
    const { seasons } = await done(preview('settings', { pointsFirstPlace: 20 }))
    expect(seasons.map(({ name }: { name: string }) => name)).toEqual(['Family Cup'])
    await done(league.admin.delete(`/admin/seasons/${id}/rules`))
    const { seasons: later } = await done(preview('settings', { pointsFirstPlace: 20 }))
    expect(later.map(({ name }: { name: string }) => name)).toEqual(['Own Cup', 'Family Cup'])
    await done(league.admin.post(`/admin/seasons/${id}/soft-delete`))
  })

  test('what follows is what was shown', async () => {
    const { position, seasons } = await done(
      preview('settings', { pointsFirstPlace: 0, pointsSixthPlusPlace: 3 }),
    )
    const points = { pointsFirstPlace: 0, pointsSixthPlusPlace: 3, seenPosition: position }
    await done(league.admin.put('/admin/settings', points))
    expect(await standings()).toEqual(
      seasons[0].players.map(({ name, after }: Answer['body']) => `${name} ${after.points} #${after.rank}`),
    )
    await done(league.admin.put('/admin/settings', { pointsFirstPlace: 6, pointsSixthPlusPlace: 1 }))
  })

  test('what would be refused is refused with the same words', async () => {
    const wrong = { defaultTimezone: 'Mars/Olympus', pointsFirstPlace: 3 }
    const saved = await league.admin.put('/admin/settings', wrong)
    const { status, body } = await preview('settings', wrong)
    expect({ status, body }).toEqual({ status: 400, body: saved.body })
  })
})

describe('a decision on a preview is refused when its season or the settings have changed since', () => {
  const happen = async () => {
    const { body } = await league.admin.post('/admin/users', { name: 'Dora', email: '' })
    const path = `/admin/season-participants/${league.seasonId}/participants`
    await done(league.admin.post(path, { userId: body.id }))
    return league.admin.delete(`${path}/${body.id}`)
  }
  const changes: [
    what: string,
    seen: () => Promise<string>,
    change: (seenPosition: string) => Promise<Answer>,
  ][] = [
    [
      'points',
      seenNow,
      (seenPosition) => league.admin.put('/admin/settings', { pointsFirstPlace: 9, seenPosition }),
    ],
    [
      'an unlock',
      async () => (await done(preview(`rounds/${football}/unlock`))).position,
      (seenPosition) => league.admin.post(`/admin/rounds/${football}/unlock`, { seenPosition }),
    ],
  ]
  test.each(changes)('%s', async (_, seen, change) => {
    const position = await seen()
    await done(happen())
    const before = await standings()
    expect(await change(position)).toMatchObject({ status: 409, body: { error: OUTDATED, outdated: true } })
    expect(await standings()).toEqual(before)
  })

  test('but not when something happened that concerns neither', async () => {
    const seenPosition = await seenNow()
    await done(league.admin.post('/admin/users', { name: 'Emil', email: '' }))
    await done(league.admin.put('/admin/settings', { pointsFirstPlace: 6, seenPosition }))
  })

  test('of two that saw the same log one is done', async () => {
    const seenPosition = await seenNow()
    const [first, second] = await Promise.all([
      league.admin.put('/admin/settings', { pointsSecondPlace: 7, seenPosition }),
      league.admin.put('/admin/settings', { pointsThirdPlace: 7, seenPosition }),
    ])
    expect([first.status, second.status].sort()).toEqual([200, 409])
  })

  test('without naming a preview nothing is compared', async () => {
    await done(happen())
    const change = { pointsSecondPlace: 5, pointsThirdPlace: 4 }
    expect(await league.admin.put('/admin/settings', change)).toMatchObject({ status: 200 })
  })
})

describe('before a result is corrected', () => {
  test('the unlock shows what stops counting', async () => {
    const body = await done(preview(`rounds/${football}/unlock`))
    expect(told(body)).toEqual([
      ['Family Cup', ['Ann 6 #1 -> 0 #1', 'Bob 1 #2 -> 0 #1', 'Cleo 1 #2 -> 0 #1']],
    ])
    await done(league.admin.post(`/admin/rounds/${football}/unlock`, { seenPosition: body.position }))
  })

  test('the completion shows what the new result gives, and so it comes', async () => {
    const result = { firstPlaceTeam: 'Blues', secondPlaceTeam: 'Greens' }
    const body = await done(preview(`rounds/${football}/complete`, result))
    expect(told(body)).toEqual([
      ['Family Cup', ['Bob 0 #1 -> 6 #1', 'Cleo 0 #1 -> 5 #2', 'Ann 0 #1 -> 1 #3']],
    ])
    await done(
      league.admin.post(`/admin/rounds/${football}/complete`, { ...result, seenPosition: body.position }),
    )
    expect(await standings()).toEqual(['Bob 6 #1', 'Cleo 5 #2', 'Ann 1 #3'])
  })

  test.each([
    ['complete', { firstPlaceTeam: 'Reds' }],
    ['complete', {}],
    ['unlock', undefined],
  ])('%s is refused with the words of the change itself', async (deed, body) => {
    if (deed === 'unlock') await done(league.admin.post(`/admin/rounds/${football}/unlock`))
    const { status, body: refusal } = await preview(`rounds/${football}/${deed}`, body)
    const changed = await league.admin.post(`/admin/rounds/${football}/${deed}`, body)
    expect(status).toBeGreaterThanOrEqual(400)
    expect({ status, refusal }).toEqual({ status: changed.status, refusal: changed.body })
  })
})
