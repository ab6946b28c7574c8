import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { done } from '../../../tests/support/http.ts'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import {
  bodyRows,
  button,
  choose,
  dialogOf,
  fill,
  gone,
  press,
  problemOf,
  said,
  select,
} from '../../testing/interactions.ts'
import { answering, leagueBehindScreens, open } from '../../testing/screen.tsx'

describe('before standings change', () => {
  const league = leagueBehindScreens(async () => {
    const started = await aLeague()
      .withPlayers('Ann', 'Bob', 'Cleo')
      .withSeason()
      .withRound()
      .withPicks({ Ann: ['Reds'], Bob: ['Blues'], Cleo: ['Greens'] })
      .start()
    started.clock.set('2027-08-01T18:00:01.000Z')
    await done(started.admin.post(`/admin/rounds/${started.roundId}/complete`, { firstPlaceTeam: 'Reds' }))
    return started
  })
  const points = dialogOf('Save these points?')
  const openPoints = async (label: string, value: string) => {
    await open('/admin/settings', league.admin)
    await fill(label, value)
    await press('Save Settings')
  }
  const openEntry = async (kind: string, sentence: RegExp) => {
    await open(`/admin/history?kind=${kind}`, league.admin)
    const [details] = await screen.findAllByRole('button', { name: sentence })
    await userEvent.click(details as HTMLElement)
  }
  const pressUndo = async () => userEvent.click(await screen.findByRole('button', { name: /^Undo: / }))

  test('other points show whom they move, and nothing is saved until then', async () => {
    await openPoints('1st place', '0')
    await said('What this does to the standings', points)
    expect(await bodyRows(points)).toEqual(['Bob 1 #2 → #1 ▲1', 'Cleo 1 #2 → #1 ▲1', 'Ann 6 → 0 #1 → #3 ▼2'])
    await press('Cancel', points)
    expect((await done(league.admin.get('/admin/settings'))).points_first_place).toBe(6)
  })

  test('nothing is saved before its preview is seen', async () => {
    let show = () => {}
    const seen = new Promise<void>((resolve) => {
      show = resolve
    })
    const preview = { position: '1', seasons: [] }
    answering('POST', '/admin/previews/settings', () => seen.then(() => Response.json(preview)))
    await openPoints('1st place', '0')
    const save = await button('Save Points', points)
    expect(save).toHaveProperty('disabled', true)
    show()
    await expect.poll(() => save.hasAttribute('disabled')).toBe(false)
    await press('Cancel', points)
  })

  test('when something else has happened meanwhile, it says so and shows what is true now', async () => {
    const { admin } = league
    await openPoints('1st place', '0')
    await bodyRows(points)
    await press('Save Points', points)
    expect(await problemOf('Reason', points)).toBe('Please give a reason')
    await fill('Reason', 'Champions are lucky', points)
    await done(admin.put('/admin/settings', { pointsSixthPlusPlace: 3 }))
    await press('Save Points', points)
    await said('Something has changed since this preview', points)
    await said('Bob3', points)
    await press('Save Points', points)
    await said('Settings saved successfully!')
    expect((await admin.get('/admin/history')).text).toContain('Champions are lucky')
    await done(admin.put('/admin/settings', { pointsFirstPlace: 6, pointsSixthPlusPlace: 1 }))
  })

  test('an unlock shows what stops counting, and a correction what comes instead', async () => {
    await open('/admin/rounds', league.admin)
    await choose('More for Football', 'Unlock')
    const unlock = dialogOf('Unlock Football?')
    expect(await bodyRows(unlock)).toEqual([
      'Ann 6 → – 6 → 0 #1 → –',
      'Bob 1 → – 1 → 0 #2 → –',
      'Cleo 1 → – 1 → 0 #2 → –',
    ])
    await fill('Reason', 'Wrong', unlock)
    await press('Unlock', unlock)
    await gone(unlock)

    await press('Complete & Score: Football')
    const complete = dialogOf('Complete Football')
    await select('Champion (1st Place)', 'Reds', complete)
    await fill('Reason', 'Wrong', complete)
    await press('Show What Changes', complete)
    expect(await bodyRows(complete)).toEqual(['Ann 6 0 → 6 #1', 'Bob 1 0 → 1 #2', 'Cleo 1 0 → 1 #2'])
    await press('Back', complete)
    await select('Champion (1st Place)', 'Blues', complete)
    await press('Show What Changes', complete)
    await expect
      .poll(() => bodyRows(complete))
      .toEqual(['Bob 6 0 → 6 #1', 'Ann 1 0 → 1 #2', 'Cleo 1 0 → 1 #2'])
    await press('Complete & Score', complete)
    await gone(complete)
  })

  test('where nothing changes, it says so', async () => {
    await openPoints('5th place', '9')
    await said('Nothing changes in the standings', points)
    await press('Save Points', points)
    await said('Settings saved successfully!')
  })

  test('what was done can be undone from its entry in the history, with what that does shown first', async () => {
    await openEntry('settings', /^Details of: .*points/)
    await userEvent.click(await screen.findByText('How this changed the standings'))
    await pressUndo()
    const dialog = dialogOf('Undo this?')
    await said('The points from first place down are', dialog)
    await said('Nothing changes in the standings', dialog)
    await fill('Reason', 'A slip', dialog)
    await press('Undo', dialog)
    await gone(dialog)
    expect((await done(league.admin.get('/admin/settings'))).points_fifth_place).toBe(2)
  })

  test('a result is taken back only for a reason', async () => {
    await openEntry('sports', /^Details of: Connie corrected/)
    await pressUndo()
    const dialog = dialogOf('Undo this?')
    await said('The result no longer counts', dialog)
    await press('Undo', dialog)
    expect(await problemOf('Reason', dialog)).toBe('Please give a reason')
    await fill('Reason', 'A protest', dialog)
    await press('Undo', dialog)
    await gone(dialog)
    expect((await done(league.admin.get(`/admin/rounds/${league.roundId}`))).status).toBe('locked')
    expect((await league.admin.get('/admin/history')).text).toContain('A protest')
  })
})
