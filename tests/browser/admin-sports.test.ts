import { beforeAll, describe, expect, test } from 'vitest'
import { browserMissing, COMPUTER } from '../support/browser.ts'
import { done } from '../support/http.ts'
import { deskForTests, FOOTBALL, OSCARS, seasonOfThree, title } from './desk.ts'
import { card, dialogOf, gone, press, problemOf, refusing, said } from './hands.ts'

const LONDON_EVENING = 'Sun, Aug 1, 2027, 7:00 PM GMT+1'

describe.skipIf(browserMissing)(`sports${title}`, () => {
  const desk = deskForTests()
  let footballId: number
  beforeAll(async () => {
    const { seasonId, playerIds } = await seasonOfThree(desk)
    footballId = (await done(desk.main.post('/admin/rounds', { ...FOOTBALL, seasonId }))).id
    const oscars = (await done(desk.main.post('/admin/rounds', { ...OSCARS, seasonId }))).id
    await done(desk.main.post(`/admin/rounds/${oscars}/activate`))
    const [userId] = playerIds
    await done(desk.main.post('/admin/picks', { userId, roundId: oscars, picks: ['Dune'] }))
  })

  test('what a sport lacks is said at its field', async () => {
    const { page } = desk
    await page.goto('/admin/rounds')
    await press(page, '+ Add Sport')
    const dialog = dialogOf(page, 'Add Sport')
    await dialog.getByLabel('Season').selectOption('Select a season')
    await dialog.getByLabel('Timezone').fill('')
    await press(dialog, 'Add Sport')
    expect(await problemOf(dialog.getByLabel('Season'))).toBe('Please select a season')
    expect(await problemOf(dialog.getByLabel('Sport name'))).toBe('Sport name is required')
    expect(await problemOf(dialog.getByLabel('Lock time'))).toBe('Lock time is required')
    expect(await problemOf(dialog.getByLabel('Timezone'))).toBe('Timezone is required')
    await press(dialog, 'Cancel')
    await gone(dialog)
  })

  test('looking through the timezones leaves the page behind where it is', async () => {
    const { page } = desk
    await page.setViewportSize({ width: 1280, height: 500 })
    await page.goto('/admin/rounds')
    await press(page, '+ Add Sport')
    const dialog = dialogOf(page, 'Add Sport')
    const field = dialog.getByLabel('Timezone')
    await field.fill('london')
    const london = page.getByRole('option', { name: 'London' })
    await london.scrollIntoViewIfNeeded()
    for (const key of ['ArrowDown', 'ArrowUp', 'ArrowUp']) await field.press(key)
    expect(await page.evaluate('scrollY')).toBe(0)
    await london.click()
    expect(await field.inputValue()).toBe('London')
    await press(dialog, 'Cancel')
    await gone(dialog)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('a lock time that nobody touches stays, wherever the browser is', async () => {
    const page = await desk.openAs(desk.mainToken, { ...COMPUTER, timezoneId: 'Asia/Tokyo' })
    await page.goto('/admin/rounds')
    await said(card(page, 'Football'), LONDON_EVENING)
    await press(page, 'Edit: Football')
    const dialog = dialogOf(page, 'Edit Football')
    expect(await dialog.getByLabel('Lock time').inputValue()).toBe('2027-08-01T19:00')
    expect(await dialog.getByLabel('Timezone').inputValue()).toBe('London')
    await dialog.getByLabel('Teams').fill('Reds\n\n  Blues \nGreens\n')
    await dialog.getByLabel('Email message').fill('Choose well')
    await press(dialog, 'Save')
    await gone(dialog)
    await said(page, 'Football is saved')
    await said(card(page, 'Football'), LONDON_EVENING)
    const round = await done(desk.main.get(`/admin/rounds/${footballId}`))
    expect(round).toMatchObject({ lock_time: '2027-08-01T18:00:00.000Z', timezone: 'Europe/London' })
    expect(round.teams.map((team: { team_name: string }) => team.team_name).toSorted()).toEqual([
      'Blues',
      'Greens',
      'Reds',
    ])

    await press(page, 'Edit: Football')
    await dialog.getByLabel('Lock time').fill('2027-08-01T20:30')
    await dialog.getByLabel('Timezone').fill('denver')
    await page.getByRole('option', { name: 'Denver' }).click()
    await press(dialog, 'Save')
    await said(card(page, 'Football'), 'Sun, Aug 1, 2027, 8:30 PM MDT')
    expect(await done(desk.main.get(`/admin/rounds/${footballId}`))).toMatchObject({
      lock_time: '2027-08-02T02:30:00.000Z',
    })
    await page.context().close()
  })

  test('a sport that somebody else changes meanwhile loses nothing of that', async () => {
    const { page, main } = desk
    await page.goto('/admin/rounds')
    await press(page, 'Edit: Football')
    const dialog = dialogOf(page, 'Edit Football')
    await dialog.getByLabel('Email message').fill('Choose soon')
    const lock = { lockTime: '2027-08-01T21:30', timezone: 'America/Denver' }
    await done(main.put(`/admin/rounds/${footballId}`, lock))
    await press(dialog, 'Save')
    await gone(dialog)
    expect(await done(main.get(`/admin/rounds/${footballId}`))).toMatchObject({
      lock_time: '2027-08-02T03:30:00.000Z',
      email_message: 'Choose soon',
    })
  })

  test('a reminder goes to those who have not picked and have an address', async () => {
    const { page } = desk
    await page.goto('/admin/rounds')
    await press(page, 'Send Reminder: Oscars')
    const dialog = dialogOf(page, 'Send a reminder for Oscars?')
    await said(dialog, 'A mail goes to the 1 player who has not picked yet. 1 more has no email address.')
    await press(dialog, 'Send Reminder')
    await gone(dialog)
    await said(page, 'Reminder sent to 1 player')
  })

  test('an active sport keeps its kind, and its teams cannot all go', async () => {
    const { page } = desk
    await press(page, 'Activate & Send Links: Football')
    await press(dialogOf(page, 'Activate Football?'), 'Activate & Send Links')
    await said(page, 'Football is active. 2 players get a link')
    await press(page, 'Edit: Football')
    const dialog = dialogOf(page, 'Edit Football')
    expect(await dialog.getByLabel('Pick type').getAttribute('readonly')).not.toBeNull()
    await dialog.getByLabel('Teams').fill(' ')
    await press(dialog, 'Save')
    expect(await problemOf(dialog.getByLabel('Teams'))).toBe('Add at least one team')
    await press(dialog, 'Cancel')
  })

  test('a sport is locked, completed, unlocked and completed again', async () => {
    const { page } = desk
    desk.clock.advance(60_000)
    await press(page, 'Lock Now: Football')
    await press(dialogOf(page, 'Lock Football now?'), 'Lock Now')
    const dialog = dialogOf(page, 'Complete Football')
    const complete = async (champion: string, reason?: string) => {
      await press(page, 'Complete & Score: Football')
      expect(await dialog.getByLabel('2nd Place').isDisabled()).toBe(true)
      await dialog.getByLabel('Champion (1st Place)').selectOption(champion)
      const second = dialog.getByLabel('2nd Place').getByRole('option')
      expect(await second.allInnerTexts()).not.toContain(champion)
      if (reason) {
        await press(dialog, 'Show What Changes')
        expect(await problemOf(dialog.getByLabel('Reason'))).toBe('Please give a reason')
        await dialog.getByLabel('Reason').fill(reason)
        await press(dialog, 'Show What Changes')
      } else expect(await dialog.getByLabel('Reason').count()).toBe(0)
      await press(dialog, 'Complete & Score')
      await said(page, 'Football is completed, and the standings are up to date')
      await said(card(page, 'Football'), champion)
    }
    await complete('Reds')
    await press(page, 'Unlock: Football')
    const unlock = dialogOf(page, 'Unlock Football?')
    await press(unlock, 'Unlock')
    expect(await problemOf(unlock.getByLabel('Reason'))).toBe('Please give a reason')
    await unlock.getByLabel('Reason').fill('The wrong champion')
    await press(unlock, 'Unlock')
    await said(page, 'Football is unlocked')
    await complete('Blues', 'The Blues were first')
    expect(await done(desk.main.get(`/admin/rounds/${footballId}`))).toMatchObject({
      status: 'completed',
      first_place_team: 'Blues',
    })
  })

  test('a completed sport offers no change but to unlock it', async () => {
    const { page } = desk
    expect(await card(page, 'Football').getByRole('button').allInnerTexts()).toEqual([
      'Unlock',
      'Players & Mail',
    ])
  })

  test('a sport is deleted by its exact name and the box, restored, and deleted for good', async () => {
    const { page } = desk
    const remove = async () => {
      await press(page, 'Delete: Oscars')
      const dialog = dialogOf(page, 'Delete Oscars?')
      const [typed, box] = [
        dialog.getByLabel('Type Oscars to confirm'),
        dialog.getByLabel('Yes, delete this sport'),
      ]
      await typed.fill('oscars')
      await press(dialog, 'Delete Sport')
      expect(await problemOf(typed)).toBe('Sport name does not match!')
      expect(await problemOf(box)).toBe('Please confirm by checking the box')
      await typed.fill('Oscars')
      await box.check()
      await press(dialog, 'Delete Sport')
      await gone(dialog)
      await said(card(page, 'Oscars'), 'Deleted on')
    }
    await remove()
    await press(page, 'Restore Oscars')
    await said(card(page, 'Oscars'), '1 of 3 picked')
    await remove()
    await press(page, 'Delete Permanently Oscars')
    const purge = dialogOf(page, 'Delete Oscars permanently?')
    const typed = purge.getByLabel('Type PERMANENT DELETE to confirm')
    await press(purge, 'Delete Permanently')
    expect(await problemOf(typed)).toBe('You must type "PERMANENT DELETE" exactly!')
    await typed.fill('PERMANENT DELETE')
    await purge.getByLabel('I understand that this cannot be undone').check()
    await press(purge, 'Delete Permanently')
    await gone(purge)
    await gone(card(page, 'Oscars'))
    await said(page, 'Nothing has been deleted.')
  })

  test('a secondary admin is sent to the main one for that', async () => {
    const { main } = desk
    const [season] = await done(main.get('/admin/seasons'))
    const { id } = await done(
      main.post('/admin/rounds', { ...FOOTBALL, sportName: 'Golf', seasonId: season.id }),
    )
    await done(main.post(`/admin/rounds/${id}/soft-delete`))
    const dana = await desk.addAdmin('Dana')
    const page = await desk.openAs((await desk.signInByMail(dana.email)).token)
    await page.goto('/admin/rounds')
    await said(card(page, 'Golf'), 'Contact Main Admin to permanently delete')
    expect(await page.getByRole('button', { name: /Delete Permanently/ }).count()).toBe(0)
    await page.context().close()
  })
})

describe.skipIf(browserMissing)(`a server that refuses without a reason${title}`, () => {
  const desk = deskForTests()
  beforeAll(async () => {
    const { main, clock } = desk
    const { seasonId } = await seasonOfThree(desk)
    const states = ['draft', 'active', 'locked', 'completed', 'deleted']
    for (const [index, sportName] of states.entries()) {
      const { id } = await done(main.post('/admin/rounds', { ...FOOTBALL, seasonId, sportName }))
      if (sportName === 'deleted') await done(main.post(`/admin/rounds/${id}/soft-delete`))
      else if (index > 0) await done(main.post(`/admin/rounds/${id}/activate`))
      clock.advance(60_000)
      if (index === 2 || index === 3) await done(main.post(`/admin/rounds/${id}/lock`))
      if (index === 3) await done(main.post(`/admin/rounds/${id}/complete`, { firstPlaceTeam: 'Reds' }))
    }
  })

  test.each([
    ['Activate & Send Links: draft', '*/activate', 'Activate & Send Links', 'Failed to activate round'],
    ['Edit: draft', '*', 'Save', 'Failed to update round'],
    ['Send Reminder: active', '*/send-reminder', 'Send Reminder', 'Failed to send reminder'],
    ['Lock Now: active', '*/lock', 'Lock Now', 'Failed to lock sport'],
    ['Unlock: completed', '*/unlock', 'Unlock', 'Failed to unlock round'],
    ['Restore deleted', '*/restore', null, 'Failed to restore sport'],
  ])('%s', async (opening, path, button, text) => {
    const { page, browser } = desk
    await page.goto('/admin/rounds')
    await page.route(`**/api/admin/rounds/${path}`, (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 400, json: {} }),
    )
    await press(page, opening)
    if (button === 'Unlock') await page.getByLabel('Reason').fill('Try')
    if (button) await press(page.getByRole('dialog'), button)
    await said(page, text)
    expect(browser.troubles()).toHaveLength(1)
    await page.unrouteAll()
  })

  test('a result that is not taken', async () => {
    const { page, browser } = desk
    await page.goto('/admin/rounds')
    await refusing(page, 'POST', '/admin/rounds/*/complete')
    await press(page, 'Complete & Score: locked')
    await page.getByLabel('Champion (1st Place)').selectOption('Reds')
    await press(page, 'Complete & Score')
    await said(page.getByRole('dialog'), 'Failed to complete round')
    expect(browser.troubles()).toHaveLength(1)
    await page.unrouteAll()
  })

  test.each([
    ['Delete: draft', 'POST', '*/soft-delete', 'draft', 'Delete Sport', 'Failed to delete sport'],
    [
      'Delete Permanently deleted',
      'DELETE',
      '*/permanent',
      'PERMANENT DELETE',
      'Delete Permanently',
      'Failed to permanently delete sport',
    ],
  ])('%s', async (opening, method, path, typed, button, text) => {
    const { page, browser } = desk
    await page.goto('/admin/rounds')
    await refusing(page, method, `/admin/rounds/${path}`)
    await press(page, opening)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill(typed)
    await dialog.getByRole('checkbox').check()
    await press(dialog, button)
    await said(dialog, text)
    expect(browser.troubles()).toHaveLength(1)
    await page.unrouteAll()
  })

  test('a sport that is not created', async () => {
    const { page, browser } = desk
    await page.goto('/admin/rounds')
    await refusing(page, 'POST', '/admin/rounds')
    await press(page, '+ Add Sport')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Sport name').fill('Darts')
    await dialog.getByLabel('Lock time').fill('2027-08-01T19:00')
    await press(dialog, 'Add Sport')
    await said(dialog, 'Failed to create round')
    expect(browser.troubles()).toHaveLength(1)
    await page.unrouteAll()
  })

  test('picks that cannot be loaded', async () => {
    const { page, browser } = desk
    await refusing(page, 'GET', '/admin/leaderboard/season/*')
    await page.goto('/admin/manage-picks')
    await said(page, 'Failed to load round data')
    expect(browser.troubles()).not.toEqual([])
    await page.unrouteAll()
  })

  test('the details of a sport that cannot be loaded', async () => {
    const { page, browser } = desk
    await page.goto('/admin/rounds')
    await page.route(/\/api\/admin\/rounds\/\d+$/, (route) => route.fulfill({ status: 400, json: {} }))
    await press(page, 'Edit: draft')
    await said(page.getByRole('dialog'), 'Failed to load round details')
    expect(browser.troubles().length).toBeGreaterThan(0)
    await page.unrouteAll()
  })
})
