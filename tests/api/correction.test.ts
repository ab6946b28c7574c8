import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

let league: RunningLeague
let football: number

beforeAll(async () => {
  league = await aLeague()
    .withPlayers('Ann', 'Bob', 'Cleo')
    .withSeason()
    .withRound({ lockTime: '2027-01-20T18:00:00Z' })
    .withPicks({ Ann: ['Reds'], Bob: ['Blues'], Cleo: ['Greens'] })
    .start()
  football = league.roundId
  league.clock.set('2027-01-20T18:00:00.000Z')
})
afterAll(() => league?.close())

const post = (deed: string, body: object = {}) => league.admin.post(`/admin/rounds/${football}/${deed}`, body)
const board = async () =>
  (await league.visitor.get(`/public/leaderboard/season/${league.seasonId}`)).body as Answer['body']
/** 'Ann 6 #1 was #2', from the first row down. */
const rows = ({ leaderboard }: Answer['body']): string[] =>
  leaderboard.map(
    ({ userName, totalPoints, rank, previousRank }: Answer['body']) =>
      `${userName} ${totalPoints} #${rank} was #${previousRank}`,
  )

const BLUES = { firstPlaceTeam: 'Blues', secondPlaceTeam: 'Reds' }
const corrected = ['Bob 6 #1 was #2', 'Ann 5 #2 was #1', 'Cleo 1 #3 was #2']

describe('a published result is corrected in one deed', () => {
  test('a sport without a result has none to correct', async () => {
    const refused = { status: 409, body: { error: 'Only a completed sport has a result to correct' } }
    expect(await post('correct', { ...BLUES, reason: 'Too early' })).toMatchObject(refused)
    await done(post('complete', { firstPlaceTeam: 'Reds' }))
    const first = await board()
    expect(rows(first)).toEqual(['Ann 6 #1 was #null', 'Bob 1 #2 was #null', 'Cleo 1 #2 was #null'])
    expect(first).not.toHaveProperty('movedByCorrection')
  })

  test('the preview compares with what is published', async () => {
    const { position, seasons } = await done(
      league.admin.post(`/admin/previews/rounds/${football}/correct`, BLUES),
    )
    expect(
      seasons[0].players.map(({ name, before, after }: Answer['body']) => [name, before, after]),
    ).toEqual([
      ['Bob', { here: 1, points: 1, rank: 2 }, { here: 6, points: 6, rank: 1 }],
      ['Ann', { here: 6, points: 6, rank: 1 }, { here: 5, points: 5, rank: 2 }],
      ['Cleo', { here: 1, points: 1, rank: 2 }, { here: 1, points: 1, rank: 3 }],
    ])
    await done(league.admin.put('/admin/settings', { appTagline: 'Something has happened' }))
    expect(await post('correct', { ...BLUES, reason: 'Mixed up', seenPosition: position })).toMatchObject({
      status: 409,
      body: { outdated: true },
    })
  })

  test('arrows compare with what people saw, and the cells say that it was corrected', async () => {
    await done(post('correct', { ...BLUES, reason: 'Mixed up' }))
    const after = await board()
    expect(rows(after)).toEqual(corrected)
    expect(after.movedByCorrection).toBe(true)
    expect(after.leaderboard[0].marks).toEqual({ [football]: ['result_corrected'] })
  })
})

test('a board of the past says it too, but not one that has the corrections of later', async () => {
  const look = (query: string) =>
    done(league.visitor.get(`/public/leaderboard/season/${league.seasonId}?${query}`))
  expect(await look(`asOf=${league.clock.now()}`)).toMatchObject({ movedByCorrection: true })
  expect(await look(`afterRound=${football}&reading=corrected`)).not.toHaveProperty('movedByCorrection')
})
