import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { type Answer, done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

const LOCKS_AT = '2027-01-20T18:00:00.000Z'
const WHY = { reason: 'That was her brother' }

let league: RunningLeague
let receipt: string

const clear = (name: string, more: object = {}) =>
  league.admin.post('/admin/picks', {
    ...{ userId: league.idOf(name), roundId: league.roundId, picks: [] },
    ...more,
  })
const refusal = ({ status, body }: Answer) => [status, body.error]
const token = (name: string) => league.tokenFor(league.roundId, league.idOf(name))
const own = (name: string): Promise<Answer['body']> => done(league.visitor.get(`/picks/${token(name)}`))
const board = async (): Promise<Answer['body']> =>
  done(league.visitor.get(`/public/leaderboard/season/${league.seasonId}`))
const cell = async (name: string) => {
  const { leaderboard } = await board()
  const { picks, marks = {} } = leaderboard.find(({ userName }: Answer['body']) => userName === name)
  return [picks[league.roundId], marks[league.roundId] ?? null]
}
const record = async (): Promise<Answer['body'][]> =>
  (await done(league.visitor.get(`/public/seasons/${league.seasonId}/record`))).entries
const history = async (): Promise<Answer['body'][]> =>
  (await done(league.admin.get(`/admin/history?round=${league.roundId}&kind=picks`))).entries
const mailTo = (name: string) =>
  eventually(`a mail to ${name} that the pick was cleared`, async () => {
    const { mails } = await done(league.admin.get('/admin/outbox'))
    const to = `${name.toLowerCase()}@example.com`
    return mails.find((mail: Answer['body']) => mail.to === to && mail.template === 'pick-cleared')
  })

beforeAll(async () => {
  league = await aLeague()
    .withPlayers('Ann', 'Bob', 'Cleo')
    .withSeason()
    .withRound({ lockTime: LOCKS_AT, tieBreak: { question: 'How many goals?', unit: 'goals' } })
    .start()
  for (const name of ['Ann', 'Bob']) {
    const saved = await done(league.visitor.post(`/picks/${token(name)}`, { picks: ['Reds'], guess: 12 }))
    receipt = saved.receipt.code
    league.clock.advance(60_000)
  }
})
afterAll(() => league?.close())

describe('clearing a pick', () => {
  test('needs a pick, and a blank one is still none', async () => {
    expect(refusal(await clear('Cleo', WHY))).toEqual([409, 'This player has no pick to clear'])
    expect(refusal(await clear('Bob', { picks: [''] }))).toEqual([400, 'Please select a team/player'])
    expect(refusal(await clear('Bob', { guess: 3 }))).toEqual([
      400,
      'A guess cannot be entered while the pick is cleared',
    ])
    const { status } = await league.visitor.post(`/picks/${token('Bob')}`, { picks: [] })
    expect(status).toBe(400)
    expect(await history()).toHaveLength(4)
  })

  test('takes the own pick of a player with its guess, and marks the cell', async () => {
    expect(await done(clear('Bob', WHY))).toEqual({ message: 'Pick cleared' })
    expect(await cell('Bob')).toEqual([null, ['cleared']])
    const seen = await own('Bob')
    expect([seen.currentPick, seen.round.tieBreak.guess, seen.receipt]).toEqual([null, null, undefined])
    expect(seen.versions[0]).toMatchObject({ picks: [], savedBy: 'admin' })
    const { fate } = await done(league.visitor.get(`/public/receipts/${receipt}`))
    expect(fate).toBe('withdrawn')
    expect(refusal(await clear('Bob', WHY))).toEqual([409, 'This player has no pick to clear'])
  })

  test('is in the history with its reason, and mailed to the player', async () => {
    const [cleared] = await history()
    expect(cleared).toMatchObject({
      type: 'PickEntryWithdrawn',
      sentence: 'Connie cleared the pick of Bob for Football (was: Reds)',
      ...WHY,
    })
    const mail = await mailTo('Bob')
    expect(mail.subject).toBe('Football: an admin cleared your pick')
    for (const words of ['Your pick now: No pick', 'Your guess: No guess', 'Before: Reds', WHY.reason]) {
      expect(mail.text).toContain(words)
    }
    expect(await record()).toEqual([])
  })

  test('lets the player pick again until the lock, which takes the mark away', async () => {
    await done(league.visitor.post(`/picks/${token('Bob')}`, { picks: ['Blues'], guess: 3 }))
    expect(await cell('Bob')).toEqual([{ pickItems: [] }, null])
  })

  test('after the lock is in the record, and explained', async () => {
    league.clock.set(LOCKS_AT)
    league.clock.advance(10_000)
    await done(clear('Ann', WHY))
    const cleared = { type: 'pick_cleared', ...WHY }
    expect(await record(), 'with what was told only since the lock').toMatchObject([
      {
        ...cleared,
        sentence: expect.stringMatching(/; cleared the pick of Ann for Football \(was: Reds\)$/),
      },
      {
        ...cleared,
        sentence: expect.stringMatching(
          /; cleared the pick of Bob for Football \(was: Reds\), .* before the lock of Football$/,
        ),
      },
    ])
    expect(await cell('Ann')).toEqual([null, ['cleared']])
    const { cells } = await done(
      league.visitor.get(`/public/leaderboard/season/${league.seasonId}/players/${league.idOf('Ann')}`),
    )
    expect(cells[0]).toMatchObject({
      sentence: 'An admin cleared the pick of Ann, so it scores nothing.',
      marks: [{ kind: 'cleared', ...WHY }],
    })
  })

  test('marks the cell also where only an admin had entered a pick, and again once another is undone', async () => {
    const enter = { userId: league.idOf('Cleo'), roundId: league.roundId, picks: ['Blues'], ...WHY }
    await done(league.admin.post('/admin/picks', enter))
    await done(clear('Cleo', WHY))
    expect(await cell('Cleo')).toEqual([null, ['cleared']])
    await done(league.admin.post('/admin/picks', enter))
    const [{ eventId }] = await history()
    await done(league.admin.post(`/admin/history/${eventId}/undo`, { reason: 'It was not hers' }))
    expect(await cell('Cleo')).toEqual([null, ['cleared']])
  })
})
