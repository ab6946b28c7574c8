import { beforeAll, describe, expect, test } from 'vitest'
import { browserMissing, PHONE } from '../support/browser.ts'
import { done } from '../support/http.ts'
import { linksOf } from '../support/league/over-http.ts'
import { JWT_SECRET } from '../support/league/running.ts'
import { deskForTests, FOOTBALL, seasonOfThree, title } from './desk.ts'
import { faults } from './faults.ts'
import { cells, dialogOf, lines, press, said, tabTo } from './hands.ts'

describe.skipIf(browserMissing)(`what happened, on the screen${title}`, () => {
  const desk = deskForTests()
  let round: number
  let ann: number
  let annsPick: string
  const entries = () => lines(desk.page.getByRole('main').getByRole('listitem'))

  beforeAll(async () => {
    const { main, clock, visitor } = desk
    const { seasonId, playerIds } = await seasonOfThree(desk)
    const [first = 0, second = 0] = playerIds
    ann = first
    round = (await done(main.post('/admin/rounds', { ...FOOTBALL, seasonId }))).id
    await done(main.post(`/admin/rounds/${round}/activate`))
    annsPick = linksOf('', JWT_SECRET).tokenFor({ roundId: round, playerId: ann, issue: 1 })
    clock.advance(60_000)
    await done(visitor.post(`/picks/${annsPick}`, { picks: ['Blues'] }))
    const entered = { userId: second, roundId: round, picks: ['Greens'] }
    await done(main.post('/admin/picks', entered))
    clock.advance(60_000)
  })

  test('a player sees when the pick was saved, and what was picked before', async () => {
    const phone = await desk.browser.open(PHONE)
    await phone.goto(`/pick/${annsPick}`)
    await phone.getByText(/^Saved 203 days 5 h before the lock · Receipt/).waitFor()
    expect(await phone.getByText('versions').count()).toBe(0)
    await phone.getByLabel('Your pick').selectOption('Reds')
    await press(phone, 'Save Changes')
    await phone.getByRole('heading', { name: 'Your pick is in!' }).waitFor()
    await phone.getByText('All 2 versions').click()
    expect(
      (await lines(phone.getByRole('group').getByRole('listitem'))).map((line) => line.split(' ')[0]),
    ).toEqual(['Reds', 'Blues'])
    expect(await faults(phone)).toEqual([])
    await phone.context().close()
  })

  test('a receipt proves the time, and the pick only after the lock', async () => {
    const { stranger, main, clock } = desk
    const { versions } = await done(desk.visitor.get(`/picks/validate/${annsPick}`))
    await stranger.goto(`/receipt/${versions[0].code.toLowerCase().replaceAll('-', '')}`)
    await said(stranger, 'This is the pick that counts so far.')
    await said(stranger, 'Sealed until the lock')
    await said(stranger, versions[0].code)
    expect(await faults(stranger)).toEqual([])
    await stranger.goto(`/receipt/${versions[1].code}`)
    await said(stranger, 'The pick that counts was saved on')

    clock.advance(60_000)
    await done(main.post(`/admin/rounds/${round}/lock`))
    await stranger.reload()
    await stranger.getByText('Blues', { exact: true }).waitFor()
    await stranger.goto('/receipt/0000-0000-0000-0000')
    await said(stranger, 'No such receipt')
    expect(desk.browser.troubles()).toEqual(['404 GET /api/public/receipts/0000-0000-0000-0000'])
  })

  test('the history tells it all, newest first, with the reasons', async () => {
    const { page, main } = desk
    await done(main.post(`/admin/rounds/${round}/complete`, { firstPlaceTeam: 'Reds' }))
    await done(main.post(`/admin/rounds/${round}/unlock`, { reason: 'Wrong champion' }))
    await done(
      main.post(`/admin/rounds/${round}/complete`, { firstPlaceTeam: 'Blues', reason: 'Checked it' }),
    )
    await page.goto('/admin/users')
    await page.getByRole('link', { name: 'History', exact: true }).first().click()
    const told = await entries()
    expect(told[0]).toContain('Connie corrected the result of Football: 1st Blues (was: 1st Reds)')
    expect(told[0]).toContain('Reason: Checked it')
    expect(told[1]).toContain('Connie unlocked Football')
    expect(told.join()).toContain('Ann picked Reds for Football (was: Blues)')
    expect(await faults(page)).toEqual([])
  })

  test('it is narrowed, the address keeps how, and a sport, a player and a cell lead there', async () => {
    const { page } = desk
    await page.getByLabel('Player', { exact: true }).selectOption('Ann')
    await page.getByLabel('Kind', { exact: true }).selectOption('Picks')
    await expect.poll(async () => (await entries()).length).toBe(2)
    expect(page.url()).toContain(`player=${ann}&kind=picks`)
    await page.reload()
    await expect.poll(async () => (await entries()).length).toBe(2)
    await page.getByLabel('From', { exact: true }).fill('2035-01-01')
    await said(page, 'Nothing has happened here yet.')
    await press(page, 'Show Everything')
    await expect.poll(async () => (await entries()).length).toBeGreaterThan(10)

    await page.goto(`/admin/manage-picks?sport=${round}`)
    expect((await cells(page.getByRole('table', { name: 'Picks' })))[1]?.[2]).toBe('Reds Result corrected')
    await page.getByRole('link', { name: 'History of Bob' }).click()
    await expect.poll(async () => (await entries()).join()).toContain('entered the pick of Bob')
    expect((await entries()).join()).not.toContain('Ann picked')
    await page.goto('/admin/rounds')
    await page.getByRole('link', { name: 'History of Football' }).click()
    await expect.poll(async () => (await entries()).join()).toContain('Ann picked')
  })

  test('a sentence opens to the event itself', async () => {
    const { page } = desk
    await page.getByRole('button', { name: /^Details of: Connie corrected/ }).click()
    const dialog = dialogOf(page, 'RoundCompleted')
    await said(dialog, '"reason": "Checked it"')
    await dialog.getByText('1st Reds', { exact: true }).waitFor()
    expect(await faults(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  test('the history is taken along as a table', async () => {
    const { page } = desk
    const coming = page.waitForEvent('download')
    await press(page, 'Download CSV')
    const file = await coming
    expect(file.suggestedFilename()).toBe('history.csv')
    const text = await (await file.createReadStream()).toArray()
    expect(Buffer.concat(text).toString()).toContain('Ann picked Reds for Football (was: Blues)')
  })

  test('a cell and a total open to how their points came about', async () => {
    const { stranger } = desk
    await stranger.goto('/')
    const board = stranger.getByRole('region', { name: 'Leaderboard, scrolls sideways' })
    await board.getByRole('img', { name: 'Result corrected' }).first().waitFor()
    await board.getByText('Greens').click()
    const dialog = dialogOf(stranger, 'The points of Bob')
    await said(dialog, 'Bob picked Greens, which is not among the places named: 1 point')
    await said(dialog, 'Reason: Checked it')
    expect(await faults(stranger)).toEqual([])
    await stranger.keyboard.press('Escape')

    const total = stranger.getByRole('button', { name: '1 pts of Ann: how they came about' })
    await tabTo(stranger, total)
    await stranger.keyboard.press('Enter')
    const anns = dialogOf(stranger, 'The points of Ann')
    await said(anns, 'Ann is #1 of 3: nobody has more than 1 point. Bob has as many')
    await said(anns, 'Points for each place: 1st 6, 2nd 5')
    await stranger.keyboard.press('Escape')
    await anns.waitFor({ state: 'hidden' })
  })
})
