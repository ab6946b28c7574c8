import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { OSCARS } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'

const LOCKS_AT = '2027-01-20T18:00:00.000Z'
const QUESTION = { question: 'How many goals?', unit: 'goals' }
const POINTS = { first: 6, second: 5, third: 4, fourth: 3, fifth: 2, sixthPlus: 1 }
const RULES = { points: POINTS, noPick: 0, dropWorst: 0, tieBreak: ['guess'] }
const PLEASE_ANSWER = 'Please answer the tie-break question: How many goals?'

let league: RunningLeague
let football: number
let oscars: number

const [ANN, BOB, CLEO] = [0, 1, 2] as const
const id = (player: 0 | 1 | 2) => league.playerIds[player] ?? 0
const link = (player: 0 | 1 | 2, roundId = football) => `/picks/${league.tokenFor(roundId, id(player))}`
const save = (player: 0 | 1 | 2, body: object, roundId = football) =>
  league.visitor.post(link(player, roundId), body)
const question = (roundId: number, body: object) =>
  league.admin.put(`/admin/rounds/${roundId}/tie-break`, body)
const invitation = async (player: 0 | 1 | 2, roundId = football) =>
  done(league.visitor.get(`/picks/validate/${league.tokenFor(roundId, id(player))}`))
const row = async (roundId = football) => done(league.admin.get(`/admin/rounds/${roundId}`))
const board = async (query = '') =>
  done(league.visitor.get(`/public/leaderboard/season/${league.seasonId}${query}`))
const ranks = async (query = '') =>
  (await board(query)).leaderboard.map(({ userName, rank }: Answer['body']) => `${rank} ${userName}`)
const refusal = ({ status, body }: Answer) => [status, body.error]

beforeAll(async () => {
  league = await aLeague()
    .withPlayers('Ann', 'Bob', 'Cleo')
    .withSeason()
    .start({ config: { role: 'api' } })
  football = await league.openRound({ lockTime: LOCKS_AT, tieBreak: QUESTION })
  oscars = await league.openRound({ ...OSCARS, lockTime: LOCKS_AT })
  await done(league.admin.put(`/admin/seasons/${league.seasonId}/rules`, RULES))
})
afterAll(() => league?.close())

describe('before the lock', () => {
  test('a sport without a question says nothing of one, and takes no guess', async () => {
    expect(await row(oscars)).not.toHaveProperty('tie_break')
    expect((await invitation(ANN, oscars)).round).not.toHaveProperty('tieBreak')
    expect(refusal(await save(ANN, { picks: ['Dune'], guess: 4 }, oscars))).toEqual([
      ...[400, 'This sport has no tie-break question'],
    ])
  })

  test.each([
    [{ question: '', unit: null }, 'The question must be 1 to 200 characters'],
    [{ question: 'x'.repeat(201) }, 'The question must be 1 to 200 characters'],
    [{ ...QUESTION, unit: 'x'.repeat(31) }, 'The unit must be at most 30 characters'],
  ])('a question has its limits: %j', async (body, sentence) => {
    expect(refusal(await question(football, body))).toEqual([400, sentence])
  })

  test('the rules tell what is asked and with which sport', async () => {
    const { sentences } = await done(league.visitor.get(`/public/seasons/${league.seasonId}/rules`))
    expect(sentences).toContain(
      'Ties on points go to the closest guess. The question comes with Football: “How many goals?” (goals). Players without a guess come last.',
    )
  })

  test.each([
    [1_000_000_001, 'A guess must be a number between -1000000000 and 1000000000'],
    [1e308, 'A guess must be a number between -1000000000 and 1000000000'],
    ['4', 'A guess must be a number between -1000000000 and 1000000000'],
    [0.0001, 'A guess can have at most 3 decimals'],
  ])('a guess of %j is refused', async (guess, sentence) => {
    expect(refusal(await save(ANN, { picks: ['Reds'], guess }))).toEqual([400, sentence])
  })

  test('a player guesses with a pick, and changes either of them', async () => {
    expect((await invitation(ANN)).round.tieBreak).toEqual({ ...QUESTION, guess: null })
    expect((await done(save(ANN, { picks: ['Reds'] }))).guess).toBeUndefined()
    const saved = await done(save(ANN, { picks: ['Reds'], guess: 40 }))
    expect(saved).toMatchObject({ guess: 40, versionCount: 2 })
    await done(save(ANN, { picks: ['Reds'], guess: 30.5 }))
    const { versions, versionCount } = await done(save(ANN, { picks: ['Reds'] }))
    expect(versionCount).toBe(3)
    expect(versions.map(({ picks, guess }: Answer['body']) => [...picks, guess])).toEqual([
      ['Reds', 30.5],
      ['Reds', 40],
      ['Reds', undefined],
    ])
    expect((await invitation(ANN)).round.tieBreak.guess).toBe(30.5)
  })

  test('the page of the link says it before any script has come', async () => {
    const { url } = league.application
    const page = await fetch(`${url}${link(ANN).replace('/picks/', '/pick/')}`)
    expect(await page.text()).toContain('<h2><bdi>How many goals?</bdi></h2><p><bdi>30.5 goals</bdi></p>')
  })

  test('an admin enters one, and the player sees it', async () => {
    await done(save(BOB, { picks: ['Reds'], guess: 1 }))
    const body = { userId: id(BOB), roundId: football, picks: ['Reds'], guess: 38 }
    await done(league.admin.post('/admin/picks', body))
    expect((await invitation(BOB)).round.tieBreak.guess).toBe(38)
    await done(save(CLEO, { picks: ['Reds'] }))
  })
})

describe('from the lock on', () => {
  const completion = { firstPlaceTeam: 'Reds', tieBreakAnswer: 40 }
  const complete = (body: object, roundId = football) =>
    league.admin.post(`/admin/rounds/${roundId}/complete`, body)
  const correct = (body: object) =>
    league.admin.post(`/admin/rounds/${football}/correct`, { reason: 'Counted again', ...body })

  beforeAll(() => league.lockAt(LOCKS_AT))

  test('a preview shows the ranks that follow', async () => {
    const shown = await done(league.admin.post(`/admin/previews/rounds/${football}/complete`, completion))
    const after = shown.seasons[0].players.map(({ name, after }: Answer['body']) => `${after.rank} ${name}`)
    expect(after).toEqual(['1 Bob', '2 Ann', '3 Cleo'])
    await done(complete({ ...completion, seenPosition: shown.position }))
    expect(await ranks()).toEqual(after)
  })

  test('the board says that a guess decided, and the explanation how', async () => {
    const { leaderboard } = await board()
    expect(leaderboard.map(({ decidedBy }: Answer['body']) => decidedBy)).toEqual(['guess', 'guess', 'guess'])
    const path = `/public/leaderboard/season/${league.seasonId}/players`
    const ofAnn = await done(league.visitor.get(`${path}/${id(ANN)}`))
    expect(ofAnn.sentence).toContain(
      'Tied with Bob on 6. “How many goals?” It was 40 goals. Ann guessed 30.5, Bob 38.',
    )
    expect(ofAnn.guess).toEqual({
      ...{ ...QUESTION, answer: 40, guess: 30.5 },
      rival: { userId: id(BOB), name: 'Bob', guess: 38 },
    })
    const ofCleo = await done(league.visitor.get(`${path}/${id(CLEO)}`))
    expect(ofCleo.sentence).toContain('Cleo made no guess, Ann guessed 30.5.')
  })

  test('the sport tells its answer to admins, and each player sees the own guess beside it', async () => {
    expect((await row()).tie_break).toEqual({ ...QUESTION, answer: 40 })
    const own = await done(league.visitor.get(link(ANN)))
    expect(own.round.tieBreak).toEqual({ ...QUESTION, guess: 30.5, answer: 40 })
    const { code } = own.receipt
    expect((await done(league.visitor.get(`/public/receipts/${code}`))).guess).toBe(30.5)
  })

  test('another answer corrects the result, and the past shows the first one', async () => {
    expect(refusal(await correct({ firstPlaceTeam: 'Reds' }))).toEqual([400, PLEASE_ANSWER])
    expect((await done(correct(completion))).message).toBe('That is already the result')
    await done(correct({ ...completion, tieBreakAnswer: 31 }))
    const corrected = await board()
    expect(await ranks()).toEqual(['1 Ann', '2 Bob', '3 Cleo'])
    expect(corrected.movedByCorrection).toBe(true)
    const before = corrected.leaderboard.map(({ previousRank }: Answer['body']) => previousRank)
    expect(before).toEqual([2, 1, 3])
    expect(corrected.leaderboard[0].marks).toEqual({ [football]: ['result_corrected'] })
    const then = `?afterRound=${football}`
    expect(await ranks(`${then}&reading=then`)).toEqual(['1 Bob', '2 Ann', '3 Cleo'])
    expect(await ranks(`${then}&reading=corrected`)).toEqual(['1 Ann', '2 Bob', '3 Cleo'])
  })

  test('the history tells all of it', async () => {
    const { entries } = await done(league.admin.get(`/admin/history?round=${football}`))
    const told = entries.map(({ sentence }: Answer['body']) => sentence)
    expect(told).toContain('Ann guessed 30.5 for Football (was: 40)')
    expect(told).toContain('Ann picked Reds for Football')
    expect(told).not.toContain('Ann picked Reds for Football (was: Reds)')
    expect(told).toContain('Connie entered the guess of Bob for Football: 38 (was: 1)')
    expect(told).toContain('Connie completed Football: 1st Reds; 40 goals')
    const corrected = 'Connie corrected the tie-break answer of Football: 31 goals (was 40 goals)'
    expect(told).toContain(corrected)
    const record = await done(league.visitor.get(`/public/seasons/${league.seasonId}/record`))
    expect(record.entries[0].sentence).toBe(corrected)
    const all = await done(league.admin.get('/admin/history'))
    expect(all.entries.map(({ sentence }: Answer['body']) => sentence)).toContain(corrected)
    expect(told).toContain('Connie added a tie-break question to Football: “How many goals?”, in goals')
  })
})
