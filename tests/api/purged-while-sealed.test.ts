import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { OSCARS } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'

const LOCKS_AT = '2027-01-20T18:00:00.000Z'
const SECRET = 'Xq7Zebras'
const FOR_EVER = { confirmation: 'PERMANENT DELETE' }

let league: RunningLeague
let sport: number

const download = () => league.admin.get('/admin/operations/export')
const unseal = () =>
  league.admin.post(`/admin/seasons/${league.seasonId}/unseal-picks`, { reason: 'No need' })
const historyText = async () => (await league.admin.get(`/admin/history?round=${sport}`)).text

beforeAll(async () => {
  league = await aLeague().withPlayers('Ann', 'Bob').withSeason({ picksSealed: true }).start()
  sport = await league.openRound({ ...OSCARS, lockTime: LOCKS_AT })
  await done(league.visitor.post(`/picks/${league.tokenFor(sport, league.idOf('Ann'))}`, { picks: [SECRET] }))
  await done(league.admin.post(`/admin/rounds/${sport}/soft-delete`))
  await done(league.admin.delete(`/admin/rounds/${sport}/permanent`, FOR_EVER))
})
afterAll(() => league?.close())

describe('a sport that was deleted for ever while it was open and sealed', () => {
  test('keeps the season sealed', async () => {
    const { status, body } = await unseal()
    expect([status, body.error]).toEqual([
      409,
      'Picks stay hidden until the lock time of these sports: Oscars (deleted)',
    ])
    expect(await historyText()).not.toContain(SECRET)
  })

  test('and the complete copy of the league refused', async () => {
    const { status, text } = await download()
    expect(status).toBe(409)
    expect(text).toContain('Oscars')
    expect(text).not.toContain(SECRET)
  })

  test('until its lock time has come', async () => {
    await league.lockAt(LOCKS_AT)
    expect((await download()).status).toBe(200)
    expect((await unseal()).status).toBe(200)
    const { entries } = (await league.admin.get(`/admin/history?round=${sport}&kind=picks`)).body
    expect(entries[0].sentence).toBe('Ann made a pick for Oscars')
    expect((await league.admin.get(`/admin/history/${entries[0].eventId}`)).text).toContain(SECRET)
  })
})

test('so does a season that was deleted for ever keep its open sports sealed', async () => {
  const { body } = await league.admin.post('/admin/seasons', {
    ...{ name: 'Gone Cup', yearStart: 2027, yearEnd: 2027, picksSealed: true },
    participantIds: [league.idOf('Ann')],
  })
  const lockTime = '2027-03-20T18:00:00.000Z'
  const open = await league.openRound({ ...OSCARS, seasonId: body.id, lockTime })
  await done(league.admin.post(`/admin/seasons/${body.id}/soft-delete`))
  await done(league.admin.delete(`/admin/seasons/${body.id}/permanent`, FOR_EVER))
  expect((await download()).status).toBe(409)
  league.clock.set(lockTime)
  expect((await download()).status).toBe(200)
  expect(open).toBeGreaterThan(0)
})
