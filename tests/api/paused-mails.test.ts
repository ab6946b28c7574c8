import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { type Answer, done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

const FAMILY = 'family@example.com'
const HOLD_MS = 60_000

let league: RunningLeague

const season = () => `/admin/seasons/${league.seasonId}`
const toggle = (isActive: boolean) => done(league.admin.put(`${season()}/toggle-active`, { isActive }))
const mails = async (template: string): Promise<Answer['body'][]> =>
  (await done(league.admin.get('/admin/outbox'))).mails.filter(
    (mail: Answer['body']) => mail.template === template,
  )
const paused = async (state: string) =>
  (await mails('picks-paused'))
    .filter((mail) => mail.state === state)
    .map(({ to }) => to)
    .toSorted()
const sentResumed = async () => (await mails('picks-resumed')).filter(({ state }) => state === 'kept')
/** Queued after whatever was done before. */
const settled = async () => {
  const before = (await mails('reworded')).length
  await done(league.admin.put(season(), { name: `Cup ${before}`, yearStart: 2026, yearEnd: 2027 }))
  await eventually('the mails', async () => (await mails('reworded')).length > before)
}

beforeAll(async () => {
  league = await aLeague()
    .withPlayers('Ann', { name: 'Bob', email: FAMILY }, { name: 'Cleo', email: FAMILY })
    .withSeason()
    .withRound({ lockTime: '2027-01-20T18:00:00Z' })
    .start()
})
afterAll(() => league?.close())

test('a season that is deactivated is told once, a household once, and not before a slip can be taken back', async () => {
  await toggle(false)
  await eventually('the mails', async () => (await paused('queued')).length === 2)
  league.clock.advance(HOLD_MS)
  await eventually('the mails', async () => (await paused('kept')).length === 2)
  expect(await paused('kept')).toEqual(['ann@example.com', FAMILY])
  const [first] = await mails('picks-paused')
  expect(first.subject).toBe('Family Cup: you cannot pick at the moment')
  expect(first.text).toContain('Connie deactivated Family Cup while picks were open.')
  await done(league.admin.post(`${season()}/soft-delete`))
  await done(league.admin.post(`${season()}/restore`))
  expect(await mails('picks-resumed')).toEqual([])
  await toggle(true)
  await eventually('the mails', async () => (await sentResumed()).length === 2)
  expect(await mails('picks-paused')).toHaveLength(2)
})

test('a slip that is taken back within a minute is told to nobody', async () => {
  await toggle(false)
  await toggle(true)
  await eventually('the mails', async () => (await paused('queued')).length === 2)
  league.clock.advance(HOLD_MS)
  await eventually('the mails', async () => (await paused('skipped')).length === 2)
  expect(await mails('picks-resumed')).toHaveLength(2)
})

test('a participant who is taken out hears who did it and why, alone in a household', async () => {
  const before = (await paused('kept')).length
  await done(
    league.admin.delete(`/admin/season-participants/${league.seasonId}/participants/${league.idOf('Bob')}`),
  )
  await eventually('the mail', async () => (await paused('queued')).length === 1)
  league.clock.advance(HOLD_MS)
  await eventually('the mail', async () => (await paused('kept')).length === before + 1)
  const told = (await mails('picks-paused')).find(({ text }) => text.includes('took you out'))
  expect(told).toMatchObject({ to: FAMILY })
  expect(told?.text).toContain('Hi Bob,')
  expect(told?.text).toContain('Connie took you out of Family Cup while picks were open.')
})

test('while mail is switched off it is suppressed, goes out afterwards, and both deeds are in the record', async () => {
  await done(league.admin.put('/admin/settings/email-notifications', { enabled: false }))
  await toggle(false)
  await eventually('the mails', async () => (await paused('queued')).length === 2)
  league.clock.advance(HOLD_MS)
  await eventually('the mails', async () => (await paused('suppressed')).length === 2)
  const before = (await paused('kept')).length
  await done(league.admin.put('/admin/settings/email-notifications', { enabled: true }))
  await eventually('the mails', async () => (await paused('kept')).length === before + 2)
  await toggle(true)
  const { entries } = await done(league.admin.get(`/public/seasons/${league.seasonId}/record`))
  expect(entries).toContainEqual(
    expect.objectContaining({
      type: 'mail_switched_off',
      sentence: 'Connie switched off the emails to players while Football was open',
    }),
  )
  expect(entries.map(({ type }: Answer['body']) => type)).toContain('mail_switched_on')
})

test('and nobody hears of it where no sport is open', async () => {
  const before = (await mails('picks-paused')).length
  await done(league.admin.post(`/admin/rounds/${league.roundId}/lock`, { reason: 'Rain' }))
  league.clock.advance(HOLD_MS)
  await toggle(false)
  await toggle(true)
  await settled()
  expect(await mails('picks-paused')).toHaveLength(before)
})
