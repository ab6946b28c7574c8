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
    .withDraft({ lockTime: '2027-08-01T19:00', timezone: 'Europe/London' })
    .start()
})
afterAll(() => league?.close())

const path = () => `/admin/rounds/${league.roundIds[0]}`
const plan = (opensAt: string) => league.admin.put(`${path()}/opening`, { opensAt })
const row = () => done(league.admin.get(path()))

describe('a draft', () => {
  test('opens by itself at a time on the wall in its zone, or at an instant', async () => {
    expect(await row()).not.toHaveProperty('opens_at')
    await done(plan('2027-07-01T09:00'))
    expect(await row()).toMatchObject({ opens_at: '2027-07-01T08:00:00.000Z', status: 'draft' })
    await done(plan('2027-07-02T09:00+02:00'))
    expect(await row()).toMatchObject({ opens_at: '2027-07-02T07:00:00.000Z' })
    expect(await row()).not.toHaveProperty('opening_failed')
    await done(league.admin.delete(`${path()}/opening`))
    expect(await row()).not.toHaveProperty('opens_at')
  })

  test('is open then, with its links on their way, and cannot be planned any more', async () => {
    await done(plan('2027-07-01T09:00'))
    league.clock.set('2027-07-01T08:00:00.000Z')
    await eventually('the opening', async () => (await row()).status === 'active')
    expect(await row()).not.toHaveProperty('opens_at')
    const mails = await eventually('the links', async () => {
      const found = (await done(league.admin.get('/admin/outbox'))).mails
      return found.length === 2 && found
    })
    expect(mails.map(({ template }: { template: string }) => template)).toEqual(['pick-link', 'pick-link'])
    expect(await plan('2027-07-15T09:00')).toMatchObject({
      status: 409,
      body: { error: 'Only a draft can be scheduled to open' },
    })
  })
})
