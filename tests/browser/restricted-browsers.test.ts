import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BrowserForTest, browserMissing, COMPUTER, PHONE, startBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { CONNIE } from '../support/league/examples.ts'
import { card, dialogOf, press, said } from './interactions.ts'
import { leagueInBrowser, signedIn, title } from './league-in-browser.ts'

/** How browsers and web views in apps refuse to keep anything. */
const STORAGES = {
  'throws when it is touched': `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError') } })`,
  'is null': `Object.defineProperty(window, 'localStorage', { value: null })`,
  'is missing': `Object.defineProperty(window, 'localStorage', { value: undefined })`,
  'refuses to read': `Storage.prototype.getItem = () => { throw new DOMException('', 'SecurityError') }`,
  'is full': `Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') }`,
  'refuses everything': `for (const method of ['getItem', 'setItem', 'removeItem', 'clear', 'key'])
    Storage.prototype[method] = () => { throw new DOMException('', 'SecurityError') }`,
}

describe.skipIf(browserMissing)(`a browser that cannot do everything${title}`, () => {
  const league = leagueInBrowser(() =>
    aLeague()
      .withPlayers('Ann', 'Bob')
      .withSeason({ isDefault: true })
      .withRound({ sportName: 'Rowing' })
      .withPicks({ Ann: ['Reds'] })
      .completed({ firstPlaceTeam: 'Reds' })
      .withRound({ sportName: 'Tennis' })
      .withPicks({ Bob: ['Blues'] })
      .start(),
  )
  const linkOf = (round: number, name = 'Ann') =>
    `/pick/${league.tokenFor(league.roundIds[round] ?? 0, league.idOf(name))}`
  const [rowing, tennis] = [0, 1]
  const saved = (page: Page) => page.getByRole('heading', { name: 'Your pick is in!' }).waitFor()

  test.each(Object.entries(STORAGES))(
    'is enough to pick and to sign in where storage %s',
    async (_, script) => {
      const page = await league.browser.open(PHONE)
      await page.addInitScript(script)
      await page.goto(linkOf(rowing))
      await said(page, 'Scored')
      await page.goto(linkOf(tennis, 'Bob'))
      await press(page, 'Change My Pick')
      await page.getByLabel('Your pick').selectOption('Greens')
      await press(page, 'Save Changes')
      await saved(page)
      await press(page, 'Change My Pick')
      await page.getByLabel('Your pick').selectOption('Blues')
      await press(page, 'Save Changes')
      await saved(page)
      await page.goto('/')
      await page.getByRole('row', { name: 'Bob' }).waitFor()
      await press(page, 'Switch to light theme')

      await page.goto('/admin')
      await page.getByLabel('Email').fill(CONNIE.email)
      await press(page, 'Continue')
      await page.getByLabel('Password').fill(CONNIE.password)
      await press(page, 'Sign In')
      await page.getByRole('heading', { name: 'Overview' }).waitFor()
      await page.context().close()
    },
  )

  const OF_2023 = ['toSorted', 'toReversed', 'toSpliced', 'with']
  const without = (names: string[]) =>
    `delete AbortSignal.timeout; for (const name of ${JSON.stringify(names)}) delete Array.prototype[name]`

  test('is enough to pick and to read where it is from 2022', async () => {
    const page = await league.browser.open(PHONE)
    await page.addInitScript(without(OF_2023))
    await page.goto(linkOf(tennis, 'Bob'))
    await press(page, 'Change My Pick')
    await page.getByLabel('Your pick').selectOption('Greens')
    await press(page, 'Save Changes')
    await saved(page)
    await page.goto('/')
    await page.getByRole('row', { name: 'Bob' }).waitFor()
    await page.context().close()
  })

  test('keeps what came with the page, and says so, where it is older', async () => {
    const old = await startBrowser(league.application.url)
    const page = await old.open(PHONE)
    await page.addInitScript(without([...OF_2023, 'at', 'findLast', 'findLastIndex']))
    await page.goto(linkOf(tennis, 'Bob'))
    await said(page, 'This browser is too old to save a pick here. Please open the page in another one.')
    await said(page, 'Tennis')
    await old.close()
  })

  describe('on a device whose time zone it cannot name', () => {
    let lost: BrowserForTest
    let page: Page
    beforeAll(async () => {
      const correction = { firstPlaceTeam: 'Reds', secondPlaceTeam: 'Blues', reason: 'I misread the score' }
      await done(league.admin.post(`/admin/rounds/${league.roundIds[rowing]}/correct`, correction))
      lost = await startBrowser(league.application.url, 'Foo/Bar')
      page = await lost.open({
        ...COMPUTER,

        storageState: await signedIn(league, league.admin.token),
      })
    })
    afterAll(() => lost?.close())

    test('it does not know it', async () => {
      await page.goto('/rules')
      const zone =
        'new Intl.DateTimeFormat("en-US", { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone })'
      await expect(page.evaluate(zone)).rejects.toThrow('Invalid time zone')
    })

    test('the pick page opens, saves, and shows what counted, without a time where one is', async () => {
      await page.goto(linkOf(tennis))
      await said(page, 'Sun, Aug 1, 2027, 2:00 PM EDT')
      await page.getByLabel('Your pick').selectOption('Greens')
      await press(page, 'Save My Pick')
      await saved(page)
      await page.goto(linkOf(rowing))
      await said(page, 'Locked since')
      expect(await page.getByText('where you are').count()).toBe(0)
      expect(lost.troubles()).toEqual([])
    })

    test('the standings, the points of a player, a story, a receipt and the record tell the time in UTC', async () => {
      await page.goto('/')
      await page
        .locator(`[data-user="${league.idOf('Ann')}"] button`)
        .first()
        .click()
      await said(dialogOf(page, 'The points of Ann'), /Jan 10, 2027, 12:00 PM UTC/)
      await page.getByRole('link', { name: 'History of this pick: Rowing' }).click()
      await page.getByRole('heading', { name: 'What happened' }).waitFor()
      const { versions } = await done(
        league.visitor.get(`/picks/validate/${linkOf(tennis).slice('/pick/'.length)}`),
      )
      await page.goto(`/receipt/${versions[0].code}`)
      await said(page, 'This is the pick that counts so far')
      await page.goto('/record')
      await said(page, 'UTC')
      expect(lost.troubles()).toEqual([])
    })

    test('a proof tells the times of the log in UTC', async () => {
      const link = await eventually('a mail with a seal', async () => {
        const { mails } = (await league.admin.get('/admin/outbox')).body
        const mail = mails.find(({ text }: { text: string }) => text.includes('/proof?of='))
        return /\/proof\?of=\w+/.exec(mail?.text ?? '')?.[0]
      })
      await page.goto(link)
      await said(page, /^Rowing locked on .* UTC/)
      expect(lost.troubles()).toEqual([])
    })

    test('sports, the history and the mail of an admin are there', async () => {
      await page.goto('/admin/rounds')
      await card(page, 'Tennis').waitFor()
      await press(page, '+ Add Sport')
      await dialogOf(page, 'Add Sport').getByLabel('Timezone').waitFor()
      for (const tab of ['history', 'mail']) {
        await page.goto(`/admin/${tab}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
      }
      expect(lost.troubles()).toEqual([])
    })
  })
})
