import { afterAll, beforeAll, expect, test } from 'vitest'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

// That each call keeps its reason is in undo-reasons.

let league: RunningLeague
beforeAll(async () => {
  league = await aLeague()
    .withPlayers('Ann', 'Bob')
    .withSeason()
    .withRound()
    .withPicks({ Ann: ['Reds'] })
    .start()
  const entry = { userId: league.idOf('Ann'), roundId: league.roundId, picks: ['Blues'] }
  await done(league.admin.post('/admin/picks', { ...entry, reason: 'By phone' }))
  league.clock.advance(60_000)
  await done(post('lock', {}))
  await done(post('complete', { firstPlaceTeam: 'Reds' }))
})
afterAll(() => league?.close())

const post = (deed: string, body: object) =>
  league.admin.post(`/admin/rounds/${league.roundId}/${deed}`, body)
const newest = async () => (await done(league.admin.get('/admin/history'))).entries[0]

test('without a reason the history says so, and the call works all the same', async () => {
  expect((await post('unlock', { reason: '' })).status, 'an empty reason').toBe(400)
  expect(await post('unlock', {})).toMatchObject({ status: 200 })
  expect(await newest()).toMatchObject({ type: 'RoundUnlocked', reason: null, lacksReason: true })
  expect((await league.admin.get('/admin/history.csv')).text).toContain('no reason given')
  await done(post('complete', { firstPlaceTeam: 'Blues', reason: 'Again' }))
  expect(await newest()).toMatchObject({ reason: 'Again', lacksReason: false })
})

test('what an admin entered over a pick of somebody is never said to be their pick', async () => {
  const path = `/public/leaderboard/season/${league.seasonId}/players/${league.idOf('Ann')}`
  const { cells } = await done(league.visitor.get(path))
  expect(cells).toMatchObject([
    {
      sentence: 'An admin entered Blues for Ann, which came 1st: 6 points.',
      marks: [{ kind: 'entered_by_admin', reason: 'By phone' }, { kind: 'result_corrected' }],
    },
  ])
})
