import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Answer } from '../support/http.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

const POINTS = { first: 6, second: 5, third: 4, fourth: 3, fifth: 2, sixthPlus: 1 }
const RULES = { points: POINTS, noPick: -2, dropWorst: 0, tieBreak: ['countback'] }
const LEAGUE_RULES = { points: POINTS, noPick: 0, dropWorst: 0, tieBreak: [] }
const NEEDS_REASON = 'A sport of this season has locked already, so say why: everybody can read the reason'

let league: RunningLeague
let football: number
let season: string

const board = async (query = '') =>
  done(league.visitor.get(`/public/leaderboard/season/${league.seasonId}${query}`))
const standings = async (query = '') =>
  (await board(query)).leaderboard.map(
    ({ userName, totalPoints, rank }: Answer['body']) => `${rank} ${userName} ${totalPoints}`,
  )
const publicRules = async () => done(league.visitor.get(`/public${season}/rules`))
const setRules = (body: object) => league.admin.put(`/admin${season}/rules`, body)

beforeAll(async () => {
  league = await aLeague()
    .withPlayers('Ann', 'Bob', 'Cleo')
    .withSeason()
    .withRound({ lockTime: '2027-01-20T18:00:00Z' })
    .withPicks({ Ann: ['Reds'], Bob: ['Blues'] })
    .start()
  football = league.roundId
  season = `/seasons/${league.seasonId}`
})
afterAll(() => league?.close())

describe('before the first lock', () => {
  test('a season follows the league, and its rules say nothing new', async () => {
    expect(await done(league.admin.get(`/admin${season}/rules`))).toEqual({
      ...{ followsLeague: true, rules: LEAGUE_RULES, frozen: false },
    })
    const { changes, weights, note, sentences } = await publicRules()
    expect({ changes, weights, note }).toEqual({ changes: [], weights: [], note: null })
    expect(sentences).toContain('Every sport counts.')
  })

  test('rules are set and taken back without a reason, and nobody is mailed', async () => {
    expect(await done(setRules(RULES))).toEqual({
      ...{ message: 'Rules saved', followsLeague: false, rules: RULES, frozen: false },
    })
    const followed = await done(league.admin.delete(`/admin${season}/rules`, {}))
    expect(followed).toMatchObject({ followsLeague: true, rules: LEAGUE_RULES })
    expect((await publicRules()).changes).toEqual([])
  })

  test.each([
    [{ ...RULES, noPick: -11 }, 'Points for a missing pick must be between -10 and 20'],
    [{ ...RULES, dropWorst: 11 }, 'The number of sports to drop must be between 0 and 10'],
    [{ ...RULES, points: { ...POINTS, first: 21 } }, '1st place points must be between 0 and 20'],
    [
      { ...RULES, tieBreak: ['coin'] },
      "A tie-break must be 'round_wins', 'countback', 'fewest_missed' or 'guess'",
    ],
    [{ ...RULES, tieBreak: ['countback', 'countback'] }, 'Each tie-break can be in the chain once'],
  ])('%j is refused with one sentence', async (rules, sentence) => {
    const { status, body } = await setRules(rules)
    expect({ status, error: body.error }).toEqual({ status: 400, error: sentence })
  })
})

describe('after the first lock', () => {
  beforeAll(async () => {
    await league.lockAt('2027-01-20T18:00:00.000Z')
    await done(league.admin.post(`/admin/rounds/${football}/complete`, { firstPlaceTeam: 'Reds' }))
  })

  test('a preview shows every player before and after, and what follows is what was shown', async () => {
    const { position, seasons } = await done(league.admin.post(`/admin/previews${season}/rules`, RULES))
    const shown = seasons[0].players.map(
      ({ name, before, after }: Answer['body']) => `${name} ${before.points} -> ${after.points}`,
    )
    expect(shown).toEqual(['Ann 6 -> 6', 'Bob 1 -> 1', 'Cleo 0 -> -2'])
    await done(setRules({ ...RULES, reason: 'Agreed at dinner', seenPosition: position }))
    expect(await standings()).toEqual(['1 Ann 6', '2 Bob 1', '3 Cleo -2'])
    const cleo = (await board()).leaderboard[2]
    expect(cleo.scores[football]).toMatchObject({ first_place: 0, total_points: -2, no_pick: 1 })
  })

  test('a weight counts at once, also for a completed sport, and is named on the board', async () => {
    const weight = { weight: 3, reason: 'It is the final' }
    const shown = await done(league.admin.post(`/admin/previews/rounds/${football}/weight`, { weight: 3 }))
    expect(shown.seasons[0].players[0].after.points).toBe(18)
    await done(league.admin.put(`/admin/rounds/${football}/weight`, weight))
    expect(await standings()).toEqual(['1 Ann 18', '2 Bob 3', '3 Cleo -6'])
    expect((await board()).rounds[0].weight).toBe(3)
    expect((await publicRules()).weights).toEqual([{ roundId: football, sportName: 'Football', weight: 3 }])
  })

  test('the public rules tell who changed what, when and why, newest first', async () => {
    const { changes } = await publicRules()
    expect(changes.map(({ admin, reason }: Answer['body']) => [admin, reason])).toEqual([
      ['Connie', 'It is the final'],
      ['Connie', 'Agreed at dinner'],
    ])
    expect(changes[0].sentence).toBe('Connie changed the weight of Football from ×1 to ×3')
  })

  test('the explanation says what a missing pick cost and how often the sport counts', async () => {
    const path = `/public/leaderboard/season/${league.seasonId}/players/${league.playerIds[2]}`
    const { cells } = await done(league.visitor.get(path))
    expect(cells[0].sentence).toBe('Cleo made no pick: -6 points (-2, times 3).')
  })

  test("the time before the change shows the old ranks, and today's rules with the other reading", async () => {
    const then = `?afterRound=${football}`
    expect(await standings(then)).toEqual(['1 Ann 6', '2 Bob 1', '3 Cleo 0'])
    expect(await standings(`${then}&reading=corrected`)).toEqual(['1 Ann 18', '2 Bob 3', '3 Cleo -6'])
  })

  test('a note stands on the page of the rules until it is taken away', async () => {
    await done(league.admin.put(`/admin${season}/note`, { note: 'The last one bakes a cake.' }))
    expect((await publicRules()).note).toBe('The last one bakes a cake.')
    await done(league.admin.put(`/admin${season}/note`, { note: '' }))
    expect((await publicRules()).note).toBeNull()
    const tooLong = await league.admin.put(`/admin${season}/note`, { note: 'x'.repeat(2001) })
    expect(tooLong).toMatchObject({
      status: 400,
      body: { error: 'The note must be at most 2000 characters' },
    })
  })

  test('who is erased owes no pick in a sport that locks later, or that found them inactive', async () => {
    await done(setRules({ ...RULES, reason: 'Agreed' }))
    const [, , cleo] = league.playerIds
    const play = async (sportName: string, lockTime: string) => {
      const roundId = await league.openRound({ sportName, lockTime })
      await league.lockAt(lockTime)
      await done(league.admin.post(`/admin/rounds/${roundId}/complete`, { firstPlaceTeam: 'Reds' }))
      return roundId
    }
    league.clock.set('2027-03-01T12:00:00.000Z')
    await done(league.admin.post(`/admin/users/${cleo}/deactivate`))
    const whileAway = await play('Rugby', '2027-03-10T18:00:00.000Z')
    league.clock.set('2027-03-11T12:00:00.000Z')
    await done(league.admin.post(`/admin/users/${cleo}/reactivate`))
    await done(league.admin.post(`/admin/users/${cleo}/erase`, { confirmation: 'ERASE' }))
    const later = await play('Hockey', '2027-03-20T18:00:00.000Z')
    const scoresAfter = async (query: string) =>
      (await board(query)).leaderboard.map(({ userName, scores }: Answer['body']) => [
        userName,
        ...[whileAway, later].map((roundId) => scores[roundId]?.total_points),
      ])
    expect(await scoresAfter('')).toEqual([
      ['Ann', -2, -2],
      ['Bob', -2, -2],
      [`Erased player ${cleo}`, undefined, undefined],
    ])
    expect(await scoresAfter(`?afterRound=${whileAway}`)).toEqual([
      ['Ann', -2, undefined],
      ['Bob', -2, undefined],
      [`Erased player ${cleo}`, undefined, undefined],
    ])
  })
})

test('a change takes a reason also where the only sport that had locked was deleted for ever', async () => {
  const other = await aLeague()
    .withPlayers('Ann')
    .withSeason()
    .withRound({ lockTime: '2027-01-20T18:00:00Z' })
    .start()
  onTestFinished(other.close)
  const own = `/admin/seasons/${other.seasonId}/rules`
  const purge = async (roundId: number) => {
    await done(other.admin.post(`/admin/rounds/${roundId}/soft-delete`))
    await done(other.admin.delete(`/admin/rounds/${roundId}/permanent`, { confirmation: 'PERMANENT DELETE' }))
  }
  await purge(await other.openRound({ sportName: 'Rugby', lockTime: '2027-01-19T18:00:00Z' }))
  other.clock.set('2027-01-20T17:59:59.999Z')
  expect(await done(other.admin.put(own, RULES))).toMatchObject({ frozen: false })
  await other.lockAt('2027-01-20T18:00:00.000Z')
  await purge(other.roundId)
  expect(await done(other.admin.get(own))).toMatchObject({ frozen: true })
  const { status, body } = await other.admin.put(own, LEAGUE_RULES)
  expect({ status, error: body.error }).toEqual({ status: 400, error: NEEDS_REASON })
})

test('a season that is not there has no rules', async () => {
  expect((await league.visitor.get('/public/seasons/999/rules')).status).toBe(404)
})
