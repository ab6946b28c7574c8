import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

const REASON = 'The final was called off'
let league: RunningLeague
/** Completed, and open. */
let football: number
let tennis: number
const onRound = (roundId: number, action: string, body?: object) =>
  league.admin.post(`/admin/rounds/${roundId}/${action}`, body)
const cancel = (roundId: number) => done(onRound(roundId, 'cancel', { reason: REASON }))
const rowOf = (roundId: number) => done(league.admin.get(`/admin/rounds/${roundId}`))
const boardOf = async (query = '') =>
  done(league.visitor.get(`/public/leaderboard/season/${league.seasonId}${query}`))
const sportOnBoard = async (roundId: number, query = '') =>
  (await boardOf(query)).rounds.find(({ id }: { id: number }) => id === roundId)
const linkOf = (roundId: number, name: string) => league.tokenFor(roundId, league.idOf(name))
const refusal = ({ status, body }: Answer) => ({ status, error: body.error })

beforeAll(async () => {
  league = await aLeague()
    .withPlayers('Ann', 'Bob')
    .withSeason()
    .withRound({ lockTime: '2027-01-15T18:00:00Z' })
    .withPicks({ Ann: ['Reds'], Bob: ['Blues'] })
    .withRound({ sportName: 'Tennis', lockTime: '2027-01-20T18:00:00Z' })
    .withPicks({ Ann: ['Reds'] })
    .start()
  ;[football = 0, tennis = 0] = league.roundIds
  league.clock.set('2027-01-15T18:00:01.000Z')
  await done(onRound(football, 'complete', { firstPlaceTeam: 'Reds' }))
})
afterAll(() => league?.close())

describe('a sport that is cancelled', () => {
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

  test('holds the clock: the scheduler does not lock it, and its picks stay sealed', async () => {
    league.clock.set('2027-01-21T18:00:00.000Z')
    expect(await rowOf(tennis)).toMatchObject({ status: 'active' })
    const { rounds, leaderboard } = await boardOf()
    expect(rounds[1]).toMatchObject({ id: tennis, status: 'active' })
    expect(leaderboard[0].picks[tennis]).toEqual({ pickItems: [] })
    const statistics = await league.visitor.get(`/public/rounds/${tennis}/statistics`)
    expect(refusal(statistics)).toEqual({ status: 404, error: 'Picks are hidden until the lock' })
  })

  test('is shown by a look back as it was: open, and then cancelled', async () => {
    const at = async (asOf: string) => sportOnBoard(tennis, `?asOf=${asOf}`)
    expect(await at('2027-01-15T18:00:00Z')).toMatchObject({ status: 'active' })
    expect(await at('2027-01-15T18:00:00Z')).not.toHaveProperty('cancelled_at')
    expect(await at('2027-01-21T17:00:00Z')).toMatchObject({
      ...{ status: 'active', cancelled_at: '2027-01-15T18:00:01.000Z' },
    })
  })
})
