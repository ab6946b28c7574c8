import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

let league: RunningLeague
beforeAll(async () => {
  league = await aLeague()
    .withPlayers('Ann', 'Bob')
    .withSeason()
    .withRound({ lockTime: '2027-08-01T19:00', timezone: 'Europe/London' })
    .withPicks({ Ann: ['Reds'] })
    .start()
})
afterAll(() => league?.close())

type Change = [what: string, make: (body: object) => Promise<{ status: number }>, mail?: string]

/** What changes a point, a rank or a deadline, in the order in which a season allows it. */
const CHANGES: readonly Change[] = [
  ['a pick entered', (body) => enter('Ann', 'Blues', body), 'pick-entered'],
  [
    'the lock time',
    (body) => put(`/admin/rounds/${league.roundId}`, { lockTime: nextLock(), ...body }),
    'lock-moved',
  ],
  ['Lock Now', (body) => post(`/admin/rounds/${league.roundId}/lock`, body)],
  ['a pick entered after the lock', (body) => enter('Bob', nextTeam(), body)],
  [
    'a completion',
    (body) => post(`/admin/rounds/${league.roundId}/complete`, { firstPlaceTeam: 'Reds', ...body }),
  ],
  ['an unlock', (body) => post(`/admin/rounds/${league.roundId}/unlock`, body)],
  [
    'a correction',
    (body) => post(`/admin/rounds/${league.roundId}/complete`, { firstPlaceTeam: 'Blues', ...body }),
  ],
  ['points', (body) => put('/admin/settings', { pointsFirstPlace: nextPoints(), ...body })],
  ['an undo', async (body) => post(`/admin/history/${await lastEvent()}/undo`, body)],
  [
    'the end and a reopening',
    async (body) => {
      await done(post(`/admin/seasons/${league.seasonId}/end`, {}))
      return post(`/admin/seasons/${league.seasonId}/reopen`, body)
    },
  ],
]

const post = (path: string, body: object) => league.admin.post(path, body)
const put = (path: string, body: object) => league.admin.put(path, body)
const enter = (name: string, team: string, body: object) =>
  post('/admin/picks', { userId: league.idOf(name), roundId: league.roundId, picks: [team], ...body })
const history = async () => (await done(league.admin.get('/admin/history'))).entries
const lastEvent = async () => (await history())[0].eventId
const mailed = (template: string) =>
  eventually(template, async () => {
    const { mails } = await done(league.admin.get('/admin/outbox'))
    return mails.find((mail: { template: string }) => mail.template === template)
  })
let points = 6
const nextPoints = () => {
  points += 1
  return points
}
let minute = 10
const nextLock = () => {
  minute += 1
  return `2027-07-01T19:${minute}`
}
const nextTeam = () => 'Greens'

describe('what changes a point, a rank or a deadline', () => {
  test.each(CHANGES)('%s keeps its reason', async (what, make, mail) => {
    const reason = `Because of ${what}`
    expect(await make({ reason })).toMatchObject({ status: 200 })
    expect((await history())[0]).toMatchObject({ reason })
    // Before the next change: nobody is told of a lock that has come.
    if (mail) expect((await mailed(mail)).text).toContain(`Reason: ${reason}`)
    expect(await make({ reason: '' }), 'an empty reason').toMatchObject({ status: 400 })
  })
})

test('without one, the history says so, and the call works all the same', async () => {
  await done(post(`/admin/seasons/${league.seasonId}/reopen`, {}))
  expect((await history())[0]).toMatchObject({ type: 'SeasonReopened', lacksReason: true })
  expect(await post(`/admin/rounds/${league.roundId}/unlock`, {})).toMatchObject({ status: 200 })
  expect((await history())[0]).toMatchObject({ type: 'RoundUnlocked', reason: null, lacksReason: true })
  const csv = (await league.admin.get('/admin/history.csv')).text
  expect(csv).toContain('no reason given')
  await done(post(`/admin/rounds/${league.roundId}/complete`, { firstPlaceTeam: 'Blues', reason: 'Again' }))
  expect((await history())[0]).toMatchObject({ reason: 'Again', lacksReason: false })
})

test('what an admin entered over a pick of somebody is never said to be their pick', async () => {
  const path = `/public/leaderboard/season/${league.seasonId}/players/${league.idOf('Ann')}`
  const { cells } = await done(league.visitor.get(path))
  expect(cells).toMatchObject([
    {
      sentence: 'An admin entered Blues for Ann, which came 1st: 6 points.',
      marks: [
        { kind: 'entered_by_admin', reason: 'Because of a pick entered' },
        { kind: 'result_corrected' },
      ],
    },
  ])
})
