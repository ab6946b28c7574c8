import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

const REASON = 'The final was called off'
const IS_CANCELLED = 'The sport is cancelled. Reinstate it first'
const POINTS = { first: 6, second: 5, third: 4, fourth: 3, fifth: 2, sixthPlus: 1 }

let league: RunningLeague
/** Completed, open and a draft. */
let football: number
let tennis: number
let golf: number

const onRound = (roundId: number, action: string, body?: object) =>
  league.admin.post(`/admin/rounds/${roundId}/${action}`, body)
const cancel = (roundId: number) => done(onRound(roundId, 'cancel', { reason: REASON }))
const reinstate = (roundId: number) => done(onRound(roundId, 'reinstate'))
const rowOf = (roundId: number) => done(league.admin.get(`/admin/rounds/${roundId}`))
const boardOf = async (query = '', who = league.visitor) =>
  done(who.get(`/public/leaderboard/season/${league.seasonId}${query}`))
const sportOnBoard = async (roundId: number, query = '') =>
  (await boardOf(query)).rounds.find(({ id }: { id: number }) => id === roundId)
const totals = async () =>
  (await boardOf()).leaderboard.map(
    ({ userName, totalPoints }: Answer['body']) => `${userName} ${totalPoints}`,
  )
const linkOf = (roundId: number, name: string) => league.tokenFor(roundId, league.idOf(name))
const pick = (roundId: number, name: string, team: string) =>
  league.visitor.post(`/picks/${linkOf(roundId, name)}`, { picks: [team] })
const refusal = ({ status, body }: Answer) => ({ status, error: body.error })

beforeAll(async () => {
  league = await aLeague()
    .withPlayers('Ann', 'Bob')
    .withSeason()
    .withRound({ lockTime: '2027-01-15T18:00:00Z' })
    .withPicks({ Ann: ['Reds'], Bob: ['Blues'] })
    .withRound({ sportName: 'Tennis', lockTime: '2027-01-20T18:00:00Z' })
    .withPicks({ Ann: ['Reds'] })
    .withDraft({ sportName: 'Golf', lockTime: '2027-01-25T18:00:00Z' })
    .start()
  ;[football = 0, tennis = 0, golf = 0] = league.roundIds
  league.clock.set('2027-01-15T18:00:01.000Z')
  const rules = { points: POINTS, noPick: -2, dropWorst: 0, tieBreak: [], reason: 'Agreed' }
  await done(league.admin.put(`/admin/seasons/${league.seasonId}/rules`, rules))
  await done(onRound(football, 'complete', { firstPlaceTeam: 'Reds' }))
})
afterAll(() => league?.close())

describe('to cancel a sport', () => {
  test('takes a reason, and a sport that is not completed', async () => {
    expect(refusal(await onRound(tennis, 'cancel', {}))).toMatchObject({ status: 400 })
    expect(refusal(await onRound(football, 'cancel', { reason: REASON }))).toEqual({
      ...{ status: 409, error: 'A completed sport cannot be cancelled. Unlock it first' },
    })
    expect(refusal(await onRound(tennis, 'reinstate'))).toEqual({
      ...{ status: 409, error: 'The sport is not cancelled' },
    })
  })

  test('leaves its row as it was, with when and why', async () => {
    const before = await rowOf(tennis)
    expect(before).not.toHaveProperty('cancelled_at')
    expect(await cancel(tennis)).toEqual({ message: 'Sport cancelled' })
    expect(await rowOf(tennis)).toEqual({
      ...before,
      ...{ status: 'active', updated_at: expect.any(String) },
      ...{ cancelled_at: league.clock.now(), cancelled_reason: REASON },
    })
    expect(refusal(await onRound(tennis, 'cancel', { reason: REASON }))).toEqual({
      ...{ status: 409, error: 'The sport is cancelled already' },
    })
  })

  test('is told on the board, in the explanation and at the link', async () => {
    expect(await sportOnBoard(tennis)).toMatchObject({ status: 'active', cancelled_at: league.clock.now() })
    expect(await sportOnBoard(football)).not.toHaveProperty('cancelled_at')
    const path = `/public/leaderboard/season/${league.seasonId}/players/${league.idOf('Ann')}`
    const cell = (await done(league.visitor.get(path))).cells[1]
    expect(cell).toMatchObject({
      ...{ sportName: 'Tennis', cancelled: 1, picks: null, points: null },
      sentence: `This sport was cancelled and counts for nobody (“${REASON}”).`,
    })
    expect(await done(league.visitor.get(`/picks/${linkOf(tennis, 'Ann')}`))).toMatchObject({
      ...{ closed: 'This sport was cancelled', lockedAt: null },
      cancelled: { at: league.clock.now(), reason: REASON },
      currentPick: { pickItems: [{ pickValue: 'Reds' }] },
    })
    const validated = await league.visitor.get(`/picks/validate/${linkOf(tennis, 'Ann')}`)
    expect(refusal(validated)).toEqual({ status: 403, error: 'This sport was cancelled' })
  })

  test('stops everything that players and admins could do with it', async () => {
    expect(refusal(await pick(tennis, 'Bob', 'Blues'))).toEqual({
      ...{ status: 403, error: 'This sport was cancelled' },
    })
    const path = `/admin/rounds/${tennis}`
    const asked = { question: 'How many?', unit: null }
    const bob = league.idOf('Bob')
    const answers = [
      await onRound(tennis, 'lock'),
      await onRound(tennis, 'complete', { firstPlaceTeam: 'Reds' }),
      await onRound(tennis, 'send-reminder'),
      await onRound(tennis, `participants/${bob}/link`),
      await onRound(tennis, `participants/${bob}/resend-link`),
      await onRound(tennis, 'teams', { teams: ['Golds'] }),
      await league.admin.put(path, { sportName: 'Table Tennis' }),
      await league.admin.put(path, { lockTime: '2027-02-01T18:00:00Z' }),
      await league.admin.put(`${path}/weight`, { weight: 2, reason: 'A final' }),
      await league.admin.put(`${path}/tie-break`, asked),
      await league.admin.post('/admin/picks', { userId: bob, roundId: tennis, picks: ['Reds'] }),
    ]
    for (const answer of answers) expect(refusal(answer)).toEqual({ status: 409, error: IS_CANCELLED })
    await cancel(golf)
    expect(refusal(await onRound(golf, 'activate'))).toEqual({ status: 409, error: IS_CANCELLED })
  })

  test('holds the clock: the scheduler does not lock it, and its picks stay sealed', async () => {
    league.clock.set('2027-01-21T18:00:00.000Z')
    await done(league.admin.put('/admin/settings', { pointsFifthPlace: 2 }))
    expect(await rowOf(tennis)).toMatchObject({ status: 'active' })
    const { rounds, leaderboard } = await boardOf()
    expect(rounds[1]).toMatchObject({ id: tennis, status: 'active' })
    expect(leaderboard[0].picks[tennis]).toEqual({ pickItems: [] })
    expect(await totals()).toEqual(['Ann 6', 'Bob 1'])
  })

  test('a season ends without it, and is reopened to bring it back', async () => {
    await done(league.admin.post(`/admin/seasons/${league.seasonId}/end`))
    expect(refusal(await onRound(tennis, 'reinstate'))).toMatchObject({
      ...{ status: 409, error: 'The season has ended. Reopen it to make changes' },
    })
    await done(league.admin.post(`/admin/seasons/${league.seasonId}/reopen`))
  })

  test('it can be deleted and restored, and is still cancelled', async () => {
    await done(onRound(tennis, 'soft-delete'))
    const [row] = await done(league.admin.get(`/admin/rounds/season/${league.seasonId}/deleted`))
    expect(row).toMatchObject({ id: tennis, cancelled_reason: REASON })
    await done(onRound(tennis, 'restore'))
    expect(await rowOf(tennis)).toMatchObject({ cancelled_reason: REASON })
  })
})

describe('reinstated', () => {
  test('it is what it is by the clock, and counts as before', async () => {
    expect(await reinstate(tennis)).toEqual({ message: 'Sport reinstated' })
    await reinstate(golf)
    expect(await rowOf(golf)).toMatchObject({ status: 'draft' })
    const row = await rowOf(tennis)
    expect(row).toMatchObject({ status: 'locked' })
    expect(row).not.toHaveProperty('cancelled_at')
    const board = await boardOf()
    expect(board.rounds[1]).not.toHaveProperty('cancelled_at')
    expect(board.leaderboard[0].picks[tennis]).toEqual({ pickItems: [{ pickNumber: 1, pickValue: 'Reds' }] })
    await done(onRound(tennis, 'complete', { firstPlaceTeam: 'Reds' }))
    // Bob owed a pick at the lock time.
    expect(await totals()).toEqual(['Ann 12', 'Bob -1'])
  })

  test('a look back shows it as it was: open, cancelled, and there again', async () => {
    const at = async (asOf: string) => sportOnBoard(tennis, `?asOf=${asOf}`)
    expect(await at('2027-01-15T18:00:00Z')).toMatchObject({ status: 'active' })
    expect(await at('2027-01-15T18:00:00Z')).not.toHaveProperty('cancelled_at')
    expect(await at('2027-01-21T17:00:00Z')).toMatchObject({
      ...{ status: 'active', cancelled_at: '2027-01-15T18:00:01.000Z' },
    })
  })

  test('an unlocked one is cancelled, loses its points, and gets them back in the end', async () => {
    await done(onRound(tennis, 'unlock', { reason: 'The player was doped' }))
    await cancel(tennis)
    expect(await rowOf(tennis)).toMatchObject({ status: 'locked', completed_before: true })
    expect(await totals()).toEqual(['Ann 6', 'Bob 1'])
    const admins = await done(league.admin.get(`/admin/leaderboard/season/${league.seasonId}`))
    expect(admins.leaderboard[0].scores[tennis]).toBeNull()
    await reinstate(tennis)
    await done(onRound(tennis, 'complete', { firstPlaceTeam: 'Reds' }))
    expect(await totals()).toEqual(['Ann 12', 'Bob -1'])
  })
})

describe('in the history', () => {
  const newest = async (type: string) => {
    const { entries } = await done(league.admin.get(`/admin/history?kind=sports&round=${golf}`))
    return entries.find((entry: { type: string }) => entry.type === type)
  }

  test('both are told, the reason too, and only the cancellation can be undone: another would lack a reason', async () => {
    await cancel(golf)
    const entry = await newest('RoundCancelled')
    expect(entry).toMatchObject({ sentence: 'Connie cancelled Golf', reason: REASON })
    const preview = await done(league.admin.get(`/admin/history/${entry.eventId}/undo`))
    expect(preview.sentence).toBe('The sport takes place again.')
    await done(league.admin.post(`/admin/history/${entry.eventId}/undo`, { reason: 'It was another' }))
    expect(await rowOf(golf)).not.toHaveProperty('cancelled_at')
    const back = await newest('RoundReinstated')
    expect(back.sentence).toBe('Connie reinstated Golf: it is no longer cancelled')
    const undo = `/admin/history/${back.eventId}/undo`
    const sentence = 'Cancel the sport again instead, and give a reason'
    expect(await done(league.admin.get(undo))).toMatchObject({ possible: false, sentence })
    expect(refusal(await league.admin.post(undo, { reason: 'Why not' }))).toEqual({
      ...{ status: 409, error: sentence },
    })
    expect(await rowOf(golf)).not.toHaveProperty('cancelled_at')
  })
})
