import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../support/browser.ts'
import { done } from '../support/http.ts'
import { deskForTests, FOOTBALL, SEASON, seasonOfThree, title } from './desk.ts'
import { card, choose, dialogOf, gone, lines, press, problemOf, refusing, said } from './hands.ts'

const BOX = 'Please confirm by checking the box'

describe.skipIf(browserMissing)(`seasons${title}`, () => {
  const desk = deskForTests()
  beforeAll(async () => {
    await seasonOfThree(desk)
    await done(desk.main.post('/admin/seasons', { ...SEASON, name: 'Summer Games', isDefault: false }))
  })

  test('a season is edited within its limits', async () => {
    const { page } = desk
    await page.goto('/admin/seasons')
    await press(page, 'Edit Summer Games')
    const dialog = dialogOf(page, 'Edit Summer Games')
    expect(await dialog.getByLabel('Season name').getAttribute('maxlength')).toBe('50')
    expect(await dialog.getByLabel('Commissioner').getAttribute('maxlength')).toBe('255')
    await dialog.getByLabel('Season name').fill(' ')
    await dialog.getByLabel('Start year').fill('1989')
    await dialog.getByLabel('End year').fill('2101')
    await press(dialog, 'Save')
    expect(await problemOf(dialog.getByLabel('Season name'))).toBe('Season name is required')
    expect(await problemOf(dialog.getByLabel('Start year'))).toBe('Start year must be between 1990 and 2100')
    expect(await problemOf(dialog.getByLabel('End year'))).toBe('End year must be between 1990 and 2100')
    await dialog.getByLabel('Season name').fill('Summer Cup')
    await dialog.getByLabel('Start year').fill('2027')
    await dialog.getByLabel('End year').fill('2026')
    await press(dialog, 'Save')
    expect(await problemOf(dialog.getByLabel('End year'))).toBe('End year must not be before the start year')
    await dialog.getByLabel('End year').fill('2028')
    await dialog.getByLabel('Commissioner').fill('Dana')
    await press(dialog, 'Save')
    await gone(dialog)
    await said(card(page, 'Summer Cup'), '2027')
    await said(card(page, 'Summer Cup'), 'Commissioner: Dana')
  })

  test('a season is created with all active players', async () => {
    const { page } = desk
    await press(page, '+ Create Season')
    const dialog = dialogOf(page, 'Create Season')
    await dialog.getByLabel('Season name').fill('Spring Cup')
    await dialog.getByLabel('Start year').fill('2027')
    await dialog.getByLabel('End year').fill('2027')
    expect(await dialog.getByLabel('Default season').isChecked()).toBe(false)
    await press(dialog, 'Select all active')
    await said(dialog, '3 of 3')
    await press(dialog, 'Create Season')
    await gone(dialog)
    await said(card(page, 'Spring Cup'), '3 players')
  })

  test('another season becomes the default one', async () => {
    const { page, stranger } = desk
    await said(card(page, 'Family Cup'), 'Default')
    await choose(page, 'More for Summer Cup', 'Set as Default')
    await said(page, 'The home page opens with Summer Cup now')
    await said(card(page, 'Summer Cup'), 'Default')
    expect(await card(page, 'Family Cup').getByText('Default', { exact: true }).count()).toBe(0)
    await stranger.goto('/')
    await stranger.getByRole('heading', { name: 'Summer Cup' }).waitFor()
    await choose(page, 'More for Family Cup', 'Set as Default')
    await said(card(page, 'Family Cup'), 'Default')
  })

  test('a season rests and comes back', async () => {
    const { page } = desk
    await choose(page, 'More for Summer Cup', 'Deactivate')
    await said(card(page, 'Summer Cup'), 'Inactive')
    await page.goto('/admin/rounds')
    await press(page, 'Add the first sport')
    const offered = page.getByRole('dialog').getByLabel('Season').getByRole('option')
    expect(await offered.allInnerTexts()).toEqual(['Select a season', 'Spring Cup', 'Family Cup'])
    await page.goto('/admin/seasons')
    await choose(page, 'More for Summer Cup', 'Activate')
    await card(page, 'Summer Cup').getByText('Active', { exact: true }).waitFor()
  })

  test('deleting needs the exact name and the box', async () => {
    const { page } = desk
    await choose(page, 'More for Summer Cup', 'Delete Season')
    const dialog = dialogOf(page, 'Delete Summer Cup?')
    const typed = dialog.getByLabel('Type Summer Cup to confirm')
    const box = dialog.getByLabel('Yes, delete this season')
    await press(dialog, 'Delete Season')
    expect(await problemOf(typed)).toBe('Season name does not match!')
    expect(await problemOf(box)).toBe(BOX)
    await typed.fill('summer cup')
    await box.check()
    await press(dialog, 'Delete Season')
    expect(await problemOf(typed)).toBe('Season name does not match!')
    await typed.fill('Summer Cup')
    await box.uncheck()
    await press(dialog, 'Delete Season')
    expect(await problemOf(box)).toBe(BOX)
    await box.check()
    await press(dialog, 'Delete Season')
    await gone(dialog)
    await said(card(page, 'Summer Cup'), 'Deleted on')
  })

  test('a deleted season is restored, and deleted again', async () => {
    const { page } = desk
    await press(page, 'Restore Summer Cup')
    await page.getByRole('button', { name: 'Edit Summer Cup' }).waitFor()
    await choose(page, 'More for Summer Cup', 'Delete Season')
    const dialog = dialogOf(page, 'Delete Summer Cup?')
    await dialog.getByLabel('Type Summer Cup to confirm').fill('Summer Cup')
    await dialog.getByLabel('Yes, delete this season').check()
    await press(dialog, 'Delete Season')
    await page.getByRole('button', { name: 'Restore Summer Cup' }).waitFor()
  })

  test('a secondary admin can restore, but not delete for good', async () => {
    const dana = await desk.addAdmin('Dana')
    const page = await desk.openAs((await desk.signInByMail(dana.email)).token)
    await page.goto('/admin/seasons')
    await said(card(page, 'Summer Cup'), 'Contact Main Admin to permanently delete')
    await page.getByRole('button', { name: 'Restore Summer Cup' }).waitFor()
    expect(await page.getByRole('button', { name: /Delete Permanently/ }).count()).toBe(0)
    await page.context().close()
  })

  test('for good needs the exact words and the box', async () => {
    const { page } = desk
    await press(page, 'Delete Permanently Summer Cup')
    const dialog = dialogOf(page, 'Delete Summer Cup permanently?')
    const typed = dialog.getByLabel('Type PERMANENT DELETE to confirm')
    const box = dialog.getByLabel('I understand that this cannot be undone')
    await typed.fill('permanent delete')
    await press(dialog, 'Delete Permanently')
    expect(await problemOf(typed)).toBe('You must type "PERMANENT DELETE" exactly!')
    expect(await problemOf(box)).toBe(BOX)
    await typed.fill('PERMANENT DELETE')
    await box.check()
    await press(dialog, 'Delete Permanently')
    await gone(dialog)
    await gone(card(page, 'Summer Cup'))
    await page.reload()
    await said(page, 'Nothing has been deleted.')
  })

  test('a season ends, takes no changes, and is opened again', async () => {
    const { page } = desk
    await press(page, 'End Season Spring Cup')
    await press(dialogOf(page, 'End Spring Cup?'), 'End Season')
    const ended = dialogOf(page, 'Spring Cup has ended')
    await said(ended, 'winners')
    await press(ended, 'Done')
    await card(page, 'Spring Cup').getByText('Ended', { exact: true }).waitFor()
    expect(await card(page, 'Spring Cup').getByRole('button', { name: 'Edit Spring Cup' }).count()).toBe(0)
    await press(page, 'Reopen Spring Cup')
    await press(dialogOf(page, 'Reopen Spring Cup?'), 'Reopen')
    await said(page, 'Spring Cup is open again')
    await card(page, 'Spring Cup').getByText('Active', { exact: true }).waitFor()
  })

  test('those who share a place all win', async () => {
    const { page, main } = desk
    const players = await done(main.get('/admin/users'))
    const participantIds = players.map(({ id }: { id: number }) => id)
    const season = await done(
      main.post('/admin/seasons', { ...SEASON, name: 'Tied Cup', isDefault: false, participantIds }),
    )
    const round = await done(main.post('/admin/rounds', { ...FOOTBALL, seasonId: season.id }))
    await done(main.post(`/admin/rounds/${round.id}/activate`))
    for (const [index, userId] of participantIds.entries())
      await done(
        main.post('/admin/picks', { userId, roundId: round.id, picks: [index < 2 ? 'Reds' : 'Blues'] }),
      )
    desk.clock.advance(60_000)
    await done(main.post(`/admin/rounds/${round.id}/lock`))
    await done(main.post(`/admin/rounds/${round.id}/complete`, { firstPlaceTeam: 'Reds' }))
    await page.reload()
    await press(page, 'End Season Tied Cup')
    await press(dialogOf(page, 'End Tied Cup?'), 'End Season')
    const ended = dialogOf(page, 'Tied Cup has ended')
    expect(await lines(ended.getByRole('listitem'))).toEqual([
      '#1 Ann 6 pts',
      '#1 Bob 6 pts',
      '#3 Cleo 1 pts',
    ])
    await press(ended, 'Done')
  })

  test.each([
    ['create', 'POST', '**/api/admin/seasons', 'Failed to create season'],
    ['update', 'PUT', '**/api/admin/seasons/*', 'Failed to update season'],
  ])('a server that cannot %s and gives no reason', async (deed, method, path, text) => {
    const { page } = desk
    await page.goto('/admin/seasons')
    await page.route(path, (route) =>
      route.request().method() === method ? route.fulfill({ status: 400, json: {} }) : route.fallback(),
    )
    await press(page, deed === 'create' ? '+ Create Season' : 'Edit Family Cup')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Season name').fill('Winter Cup')
    await press(dialog, deed === 'create' ? 'Create Season' : 'Save')
    await said(dialog, text)
    await page.unrouteAll()
    expect(desk.browser.troubles()).toHaveLength(1)
  })
})

describe.skipIf(browserMissing)(`a server that refuses a season without a reason${title}`, () => {
  const desk = deskForTests()
  beforeAll(async () => {
    const { main } = desk
    for (const name of ['open', 'ended', 'deleted']) {
      const { id } = await done(main.post('/admin/seasons', { ...SEASON, name, isDefault: false }))
      if (name === 'ended') await done(main.post(`/admin/seasons/${id}/end`))
      if (name === 'deleted') await done(main.post(`/admin/seasons/${id}/soft-delete`))
    }
  })

  const typing = (typed: string, box: string) => async (page: Page) => {
    await page.getByRole('dialog').getByRole('textbox').fill(typed)
    await page.getByLabel(box).check()
  }
  const opening = (name: string) => (page: Page) => press(page, name)
  const choosing = (item: string) => (page: Page) => choose(page, 'More for open', item)

  test.each<Refused>([
    { call: 'PUT */toggle-active', open: choosing('Deactivate'), text: 'Failed to toggle season status' },
    { call: 'PUT *', open: choosing('Set as Default'), text: 'Failed to update season' },
    {
      call: 'POST */end',
      open: opening('End Season open'),
      button: 'End Season',
      text: 'Failed to end season',
    },
    {
      call: 'POST */reopen',
      open: opening('Reopen ended'),
      button: 'Reopen',
      text: 'Failed to reopen season',
    },
    { call: 'POST */restore', open: opening('Restore deleted'), text: 'Failed to restore season' },
    {
      call: 'POST */soft-delete',
      open: choosing('Delete Season'),
      fill: typing('open', 'Yes, delete this season'),
      button: 'Delete Season',
      text: 'Failed to delete season',
    },
    {
      call: 'DELETE */permanent',
      open: opening('Delete Permanently deleted'),
      fill: typing('PERMANENT DELETE', 'I understand that this cannot be undone'),
      button: 'Delete Permanently',
      text: 'Failed to permanently delete season',
    },
  ])('$call', async ({ call, open, fill, button, text }) => {
    const { page, browser } = desk
    await page.goto('/admin/seasons')
    const [method = '', path = ''] = call.split(' ')
    await refusing(page, method, `/admin/seasons/${path}`)
    await open(page)
    await fill?.(page)
    if (button) await press(page.getByRole('dialog'), button)
    await said(page, text)
    await page.unrouteAll()
    expect(browser.troubles()).toHaveLength(1)
  })
})

type Refused = {
  call: string
  open: (page: Page) => Promise<unknown>
  fill?: (page: Page) => Promise<unknown>
  /** In the dialog that opened. */
  button?: string
  text: string
}

describe.skipIf(browserMissing)(`the participants of a season${title}`, () => {
  const desk = deskForTests()
  beforeAll(async () => {
    const { seasonId } = await seasonOfThree(desk)
    await done(desk.main.post('/admin/rounds', { ...FOOTBALL, seasonId }))
    await done(desk.main.post('/admin/users', { name: 'Dmitri', email: 'dmitri@example.com' }))
    await done(desk.main.post('/admin/users', { name: 'Eve', email: 'eve@example.com' }))
  })

  test('they are added one by one, removed, and added all at once', async () => {
    const { page } = desk
    await page.goto('/admin/seasons')
    await page.getByRole('link', { name: 'Participants of Family Cup' }).click()
    const names = () => lines(page.getByRole('rowheader'))
    expect(await names()).toEqual(['Ann', 'Bob', 'Cleo'])
    await press(page, 'Add Participant')
    const dialog = dialogOf(page, 'Add Participant')
    await dialog.getByLabel('Dmitri').check()
    await press(dialog, 'Add')
    await gone(dialog)
    expect(await names()).toEqual(['Ann', 'Bob', 'Cleo', 'Dmitri'])
    await press(page, 'Remove Dmitri')
    await press(dialogOf(page, 'Remove Dmitri?'), 'Remove')
    await said(page, 'Dmitri is out of Family Cup')
    expect(await names()).toEqual(['Ann', 'Bob', 'Cleo'])
    await press(page, 'Add All Players')
    await said(page, '2 players added')
    expect(await names()).toEqual(['Ann', 'Bob', 'Cleo', 'Dmitri', 'Eve'])
    await press(page, 'Add All Players')
    await said(page, 'All active players are in already')
    await page.getByRole('link', { name: 'Back to Seasons' }).click()
    await said(card(page, 'Family Cup'), '5 players')
  })

  test.each([
    ['participants', 'Add Participant', 'Failed to add participant'],
    ['participants/bulk', 'Add All Players', 'Failed to add all participants'],
    ['participants/*', 'Remove', 'Failed to remove participant'],
  ])('a server that refuses %s without a reason', async (path, button, text) => {
    const { page } = desk
    await done(desk.main.post('/admin/users', { name: `New ${button}`, email: '' }))
    await page.goto('/admin/seasons/1')
    await page.route(`**/api/admin/season-participants/1/${path}`, (route) =>
      route.fulfill({ status: 400, json: {} }),
    )
    await press(page, button === 'Remove' ? 'Remove Ann' : button)
    if (button === 'Add Participant') {
      await page.getByLabel(`New ${button}`).check()
      await press(page, 'Add')
    }
    if (button === 'Remove') await press(page.getByRole('dialog'), 'Remove')
    await said(page, text)
    await page.unrouteAll()
    expect(desk.browser.troubles()).toHaveLength(1)
  })
})
