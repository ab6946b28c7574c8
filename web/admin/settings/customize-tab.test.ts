import { describe, expect, test } from 'vitest'
import { done } from '../../../tests/support/http.ts'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import { field, fill, press, problemOf, said, select } from '../../testing/interactions.ts'
import { leagueBehindScreens, open } from '../../testing/screen.tsx'

const PLACES = ['1st place', '2nd place', '3rd place', '4th place', '5th place', '6th place and below']
const FIRST = 'First reminder, hours before lock time'
const FINAL = 'Final reminder, hours before lock time'

describe('settings', () => {
  const league = leagueBehindScreens(() => aLeague().start())
  const openSettings = () => open('/admin/settings', league.admin)

  test('what is wrong is said at its field', async () => {
    await openSettings()
    for (const [label, max] of [
      ['App title', '100'],
      ['App tagline', '200'],
      ['Footer message', '200'],
    ] as const) {
      expect((await field(label)).getAttribute('maxlength')).toBe(max)
      await fill(label, ' ')
    }
    for (const [index, place] of PLACES.entries())
      await fill(place, ['21', '', 'x', '-1', '99', '1.'][index] ?? '')
    await fill('Daily reminder time', '25:00')
    await press('Save Settings')
    for (const label of ['App title', 'App tagline', 'Footer message'])
      expect(await problemOf(label)).toBe(`${label} is required`)
    for (const place of PLACES)
      expect(await problemOf(place)).toBe(`${place} points must be between 0 and 20`)
    expect(await problemOf('Daily reminder time')).toBe('Daily reminder time must be in HH:MM format')
  })

  test.each([
    ['1', '1', 'First reminder must be between 2 and 168 hours before lock time', ''],
    ['169', '6', 'First reminder must be between 2 and 168 hours before lock time', ''],
    ['48', '46', '', 'Final reminder must be between 1 and 45 hours before lock time'],
    ['48', '0', '', 'Final reminder must be between 1 and 45 hours before lock time'],
    ['6', '6', 'First reminder must be more hours before lock time than final reminder', ''],
  ])('reminders %s and %s hours before the lock', async (first, final, ofFirst, ofFinal) => {
    await openSettings()
    await select('Reminder type', 'Before the lock time')
    await fill(FIRST, first)
    await fill(FINAL, final)
    await press('Save Settings')
    if (ofFirst) expect(await problemOf(FIRST)).toBe(ofFirst)
    if (ofFinal) expect(await problemOf(FINAL)).toBe(ofFinal)
  })

  test('what somebody else changes meanwhile is seen, and what was typed stays', async () => {
    await openSettings()
    await fill('App tagline', 'Who knows best?')
    await done(league.admin.put('/admin/settings', { appTitle: 'Picks of the Office' }))
    window.dispatchEvent(new Event('focus'))
    await expect.poll(async () => (await field('App title')).value).toBe('Picks of the Office')
    expect((await field('App tagline')).value).toBe('Who knows best?')
  })

  test.each([
    ['One mail a day', 'one_mail'],
    ['One mail for each sport', undefined],
  ])('reminders of several open sports: %s', async (choice, grouping) => {
    await openSettings()
    await select('Several open sports', choice)
    await press('Save Settings')
    await said('Settings saved successfully!')
    expect((await league.admin.get('/admin/settings')).body.reminder_grouping).toBe(grouping)
  })

  test('what was saved with other points is kept no longer', async () => {
    await openSettings()
    await fill('App tagline', 'Kept for now')
    await fill('1st place', '9')
    await press('Save Settings')
    expect(sessionStorage.draft).toMatch(/Kept for now.*"points":true/)
    await press('Save Points')
    await said('Settings saved successfully!')
    expect(sessionStorage.draft).not.toContain('Kept for now')
  })
})
