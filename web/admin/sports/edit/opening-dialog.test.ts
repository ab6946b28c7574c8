import { describe, expect, test } from 'vitest'
import { done } from '../../../../tests/support/http.ts'
import { aLeague } from '../../../../tests/support/league/a-league.ts'
import {
  card,
  choose,
  dialogOf,
  field,
  fill,
  gone,
  press,
  problemOf,
  said,
  textOf,
} from '../../../testing/interactions.ts'
import { leagueBehindScreens, open } from '../../../testing/screen.tsx'

describe('a draft that opens by itself', () => {
  const league = leagueBehindScreens(() =>
    aLeague().withPlayers('Ann').withSeason().withDraft({ timezone: 'Europe/London', teams: [] }).start(),
  )
  const dialog = dialogOf('Schedule Football')
  const football = async () => done(league.admin.get(`/admin/rounds/${league.roundIds[0]}`))
  const openDialog = async () => {
    await open('/admin/rounds', league.admin)
    await choose('More for Football', 'Schedule Opening')
  }

  test('is planned in its own zone, and says so on its card', async () => {
    await openDialog()
    await press('Save', dialog)
    expect(await problemOf('Opens at (Europe/London)', dialog)).toBe('Please choose a time')
    await fill('Opens at (Europe/London)', '2027-09-01T09:00', dialog)
    await press('Save', dialog)
    await said('The sport must open before its lock time', dialog)
    await fill('Opens at (Europe/London)', '2027-07-01T09:00', dialog)
    await press('Save', dialog)
    await gone(dialog)
    await said('Opens on Thu, Jul 1, 2027, 9:00 AM UTC+1', card('Football'))
    expect(await football()).toMatchObject({ opens_at: '2027-07-01T08:00:00.000Z' })
  })

  test('is planned again or not at all', async () => {
    await open('/admin/rounds', league.admin)
    await choose('More for Football', 'Activate & Send Links')
    await press('Cancel', dialogOf('Activate Football?'))
    await press('Opens by Itself: Football')
    expect((await field('Opens at (Europe/London)', dialog)).value).toBe('2027-07-01T09:00')
    await press('Remove Schedule', dialog)
    await gone(dialog)
    await said('Football is no longer scheduled to open')
    expect(textOf(card('Football')())).not.toContain('Opens on')
    expect(await football()).not.toHaveProperty('opens_at')
  })

  test('says why it did not', async () => {
    const path = `/admin/rounds/${league.roundIds[0]}`
    await done(league.admin.put(`${path}/opening`, { opensAt: '2027-07-01T09:00' }))
    league.clock.set('2027-07-01T08:00:00.000Z')
    while (!(await football()).opening_failed) await new Promise((resolve) => setTimeout(resolve, 100))
    await open('/admin/rounds', league.admin)
    await said('It did not open as scheduled', card('Football'))
    await said('Add at least one team first.', card('Football'))
    await choose('More for Football', 'Schedule Opening')
    expect((await field('Opens at (Europe/London)', dialog)).value).toBe('')
  })
})
