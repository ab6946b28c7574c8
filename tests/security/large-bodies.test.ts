import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

let league: RunningLeague
let token: string
beforeAll(async () => {
  league = await aLeague().withPlayers('Ann').withSeason().withRound().start()
  token = league.tokenFor(league.roundId, league.idOf('Ann'))
})
afterAll(() => league?.close())

const manyWrong = (count: number) => ({ picks: Array.from({ length: count }, () => 1) })

describe('a body with more values than any form has', () => {
  test('is not read where there is no link', async () => {
    const answer = await league.visitor.post('/picks/nothing', manyWrong(100_000))
    expect(answer).toMatchObject({ status: 404, body: { error: 'Invalid or expired link' } })
  })

  test('is too large for a call that everybody may make', async () => {
    expect(await league.visitor.post(`/picks/${token}`, manyWrong(100_000))).toMatchObject({ status: 413 })
    expect(await league.visitor.post('/auth/login', manyWrong(100_000))).toMatchObject({ status: 413 })
  })

  test('hears of its first problem alone', async () => {
    const answer = await league.visitor.post(`/picks/${token}`, manyWrong(5_000))
    expect(answer.status).toBe(400)
    expect(answer.body.details).toHaveLength(1)
    const byAdmin = await league.admin.post('/admin/seasons', { participantIds: manyWrong(100_000).picks })
    expect(byAdmin.status).toBe(400)
    expect(byAdmin.body.details).toHaveLength(1)
  })
})

test('a form hears of all its problems', async () => {
  const { status, body } = await league.admin.post('/admin/seasons', { name: '', yearStart: 1, yearEnd: 'x' })
  expect(status).toBe(400)
  expect(body.details.map(({ field }: { field: string }) => field)).toEqual(['name', 'yearStart', 'yearEnd'])
})

test('ten picks as long as they may be, in any script, are taken', async () => {
  const roundId = await league.openRound({
    ...{ sportName: 'Oscars', pickType: 'multiple', numWriteInPicks: 10, teams: [] },
  })
  const picks = Array.from({ length: 10 }, (_, index) => `${index}${'🏆'.repeat(49)}`)
  const link = league.tokenFor(roundId, league.idOf('Ann'))
  expect((await done(league.visitor.post(`/picks/${link}`, { picks }))).pickItems).toHaveLength(10)
})

test.each(['/admin/history?before=%00', '/admin/history?from=%00', '/public/receipts/%00'])(
  'a text that cannot be stored is refused in an address too: %s',
  async (path) => {
    const answer = await league.admin.get(path)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
  },
)
