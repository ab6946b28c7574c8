import { beforeAll, describe, expect, test } from 'vitest'
import { longTest } from '../deep/depth.ts'
import { BASE_PATH, pathIn } from '../support/behind-proxy.ts'
import { browserMissing, COMPUTER, PHONE } from '../support/browser.ts'
import { done } from '../support/http.ts'
import { CONNIE as MAIN } from '../support/league/examples.ts'
import { faults } from './faults.ts'
import { dialogOf, gone, lines, press, said, tabTo } from './interactions.ts'
import { LARGE_BOARD, LARGE_GRAPH } from './large-league.ts'
import { leagueInBrowser, title } from './league-in-browser.ts'
import { playSampleLeague } from './sample-league.ts'
import { heading, look } from './screen.ts'

/** Too narrow for all sports, and no phone. */
const TABLET = { viewport: { width: 768, height: 800 } }
/** Those whose letters are on several lines. */
const BROKEN_WORDS = `(() => {
  const broken = []
  const texts = document.createTreeWalker(document.querySelector('tbody'), NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    for (const { 0: word, index } of texts.currentNode.data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange()
      range.setStart(texts.currentNode, index)
      range.setEnd(texts.currentNode, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
    }
  }
  return broken
})()`
const BOARD = `document.querySelector('[aria-label^="Leaderboard"]')`

describe.skipIf(browserMissing)(`in a browser${title}`, () => {
  const league = leagueInBrowser()

  describe('before anything has happened', () => {
    test('the keyboard alone signs in', async () => {
      const page = await league.browser.open(COMPUTER)
      await page.goto('/admin/login')
      await page.getByLabel('Email').waitFor()
      await tabTo(page, page.getByLabel('Email'))
      await page.keyboard.type(MAIN.email)
      await page.keyboard.press('Enter')
      await page.getByLabel('Password').waitFor()
      await tabTo(page, page.getByLabel('Password'))
      await page.keyboard.type(MAIN.password)
      await page.keyboard.press('Enter')
      await heading('Getting Started')(page).waitFor()
      await page.context().close()
    })
  })

  describe('home', () => {
    beforeAll(() => playSampleLeague(league.admin, league.clock))

    const openHome = async (device = PHONE) => {
      const page = await league.browser.open(device)
      const board = page.getByRole('region', { name: /^Leaderboard, / })
      const ofBoard = <T>(property: string) => page.evaluate<T>(`${BOARD}.${property}`)
      await page.goto('/')
      await board.waitFor()
      return { page, board, ofBoard, close: () => page.context().close() }
    }
    const roundOf = async (sport: string) => {
      const rounds = await done(league.admin.get('/admin/rounds'))
      return rounds.find(({ sport_name }: { sport_name: string }) => sport_name === sport).id
    }

    test('the table starts at its right end, an address leads to its sport, and the players stay in sight', async () => {
      const { page, board, ofBoard, close } = await openHome(TABLET)
      await expect.poll(() => ofBoard<number>('scrollLeft')).toBeGreaterThan(0)
      const measure = (name: string) => ofBoard<number>(name)
      const right = (await measure('scrollLeft')) + (await measure('clientWidth'))
      expect(right).toBeCloseTo(await measure('scrollWidth'), 0)
      await page.goto(`/?sport=${await roundOf('Tennis')}`)
      const head = async (name: RegExp) => (await board.getByRole('columnheader', { name }).boundingBox())?.x
      const players = await board.getByRole('columnheader', { name: 'Player' }).boundingBox()
      const besidePlayers = (players?.x ?? 0) + (players?.width ?? 0)
      await expect.poll(() => head(/^Tennis/)).toBeCloseTo(besidePlayers, 0)
      const playerEdge = 'querySelector("tbody th").getBoundingClientRect().left'
      const left = await ofBoard(playerEdge)
      await ofBoard('scrollTo({ left: 100, behavior: "instant" })')
      expect(await ofBoard(playerEdge)).toBe(left)
      await close()
    })

    test('a large board opens on its newest result, and its head stays in sight', async () => {
      const page = await league.browser.open(COMPUTER)
      const toCome = { status: 'active', result_number: null, first_place_team: null }
      const rounds = LARGE_BOARD.rounds.map((round) => (round.id > 15 ? { ...round, ...toCome } : round))
      const json = { ...LARGE_BOARD, rounds }
      await page.route('**/api/public/leaderboard/season/*', (route) => route.fulfill({ json }))
      await page.goto('/')
      const head = (name: string) => page.getByRole('columnheader', { name }).boundingBox()
      await page.getByText('Championship 15').waitFor()
      await expect.poll(async () => (await head('Championship 15'))?.x).toBeLessThan(1_100)
      expect((await head('Championship 15'))?.x).toBeGreaterThan(500)
      await page.evaluate(`${BOARD}.scrollIntoView({ behavior: 'instant' })`)
      await page.evaluate(`${BOARD}.scrollTo({ top: 2000, behavior: 'instant' })`)
      await expect.poll(async () => Math.abs((await head('Championship 15'))?.y ?? -99)).toBeLessThan(40)
      await page.setViewportSize({ width: 390, height: 844 })
      await page.evaluate(`scrollTo({ top: 3000, behavior: 'instant' })`)
      await expect.poll(async () => Math.abs((await head('Player'))?.y ?? -99)).toBeLessThan(40)
      await page.context().close()
    })

    test.each([
      { of: 'one season with long names', seasonsMax: 1 },
      { of: 'several seasons', seasonsMax: 9 },
      { of: 'a player who has opened a link', seasonsMax: 9, you: 'Maximiliane-Alexandra Featherstonehaugh' },
      { of: 'a league of 200 players', seasonsMax: 1, board: LARGE_BOARD },
    ])('a phone shows the first rows at once, and breaks no word, in $of', async (shown) => {
      const page = await league.browser.open(PHONE)
      const seasons = await done(league.admin.get('/public/seasons'))
      const json = seasons.slice(0, shown.seasonsMax)
      await page.route('**/api/public/seasons', (route) => route.fulfill({ json }))
      await page.route('**/api/public/seasons/default', (route) => route.fulfill({ json: json[0] }))
      const { board } = shown
      if (board)
        await page.route('**/api/public/leaderboard/season/*', (route) => route.fulfill({ json: board }))
      const { body: players } = await league.admin.get('/admin/users')
      const userId = players.find(({ name }: { name: string }) => name === shown.you)?.id ?? null
      const state = JSON.stringify({ state: { userId }, version: 0 })
      await page.addInitScript(`localStorage.setItem('player${BASE_PATH}', '${state}')`)
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 })
        await page.goto('/')
        await page.getByRole('region', { name: /^Leaderboard, / }).waitFor()
        const rows = await page.evaluate<{ top: number; height: number }[]>(
          `[...${BOARD}.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().toJSON())`,
        )
        const news = await page.evaluate<number>(
          `[...document.querySelectorAll('.recap, section:has(> * .bars)')].reduce((sum, news) => sum + news.offsetHeight + 16, 0)`,
        )
        expect((rows[0]?.top ?? 0) - news).toBeLessThanOrEqual(shown.you && width === 320 ? 305 : 285)
        expect(news).toBeLessThanOrEqual(330)
        for (const { height } of rows) expect(Math.round(height)).toBe(44)
        expect(await page.evaluate(BROKEN_WORDS)).toEqual([])
        expect(await page.evaluate(`${BOARD}.scrollWidth - ${BOARD}.clientWidth`)).toBe(0)
      }
      await page.context().close()
    })

    test('without a script the last result and the last lock read as they do with it', async () => {
      const readOn = async (javaScriptEnabled: boolean) => {
        const page = await league.browser.open({ ...PHONE, javaScriptEnabled })
        await page.goto('/')
        if (javaScriptEnabled) await page.getByRole('region', { name: /^Leaderboard, / }).waitFor()
        await page.getByRole('heading', { name: 'Tennis' }).waitFor()
        const bars = await page.locator('.bars svg').all()
        const widths = await Promise.all(bars.map(async (bar) => (await bar.boundingBox())?.width ?? 0))
        const read = {
          words: (await page.locator('.recap, .bars li').allTextContents()).map((text) =>
            text.replace(/\s+/g, ' '),
          ),
          shares: widths.map((width) => (width / (widths[0] ?? 1)).toFixed(1)),
        }
        await page.context().close()
        return read
      }
      const read = await readOn(false)
      // What it does not run is refused.
      expect(
        league.browser.troubles().filter((trouble) => !/^failed: GET .*\.js csp$/.test(trouble)),
      ).toEqual([])
      expect(read.words).toHaveLength(3)
      expect(read.words.join()).toContain('★ only Bob')
      expect(read.shares).toEqual(['1.0', '1.0'])
      expect(await readOn(true)).toEqual(read)
    })

    longTest('coming back to the window shows what is new, where it was left', async () => {
      const { page, board, ofBoard, close } = await openHome(TABLET)
      await page.goto('/?season=1')
      await heading('Last Year')(page).waitFor()
      await page.getByLabel('Select Season').selectOption('Family Cup')
      await heading('Family Cup')(page).waitFor()
      await heading('Points over the season')(page).scrollIntoViewIfNeeded()
      await page.locator('canvas').waitFor()
      await expect.poll(() => ofBoard<number>('scrollLeft')).toBeGreaterThan(0)
      await ofBoard('scrollTo({ left: 60, behavior: "instant" })')
      await page.evaluate('scrollTo({ top: 300, behavior: "instant" })')

      const { body } = await league.admin.get('/admin/users')
      const ann = body.find(({ name }: { name: string }) => name === 'Ann')
      await league.admin.put(`/admin/users/${ann.id}`, { name: 'Annette', email: 'ann@example.com' })
      await page.evaluate(`window.dispatchEvent(new Event('focus'))`)
      await board.getByText('Annette').waitFor()

      expect(await page.getByLabel('Select Season').inputValue()).toBe('2')
      expect(await ofBoard('scrollLeft')).toBe(60)
      expect(await page.evaluate('scrollY')).toBe(300)
      await page.goBack()
      await page.goForward()
      await heading('Family Cup')(page).waitFor()
      await close()
    })

    longTest('a name in the legend, or a tap near a line, brings that line to the front', async () => {
      const { page, close } = await openHome()
      const chart = page.locator('canvas').first()
      await chart.waitFor()
      const players = page.getByRole('list', { name: 'Players in the chart' })
      const chosen = players.locator('[aria-pressed="true"]')
      await players.getByRole('button', { name: 'Bob' }).tap()
      expect(await chosen.allInnerTexts()).toEqual(['Bob'])
      await players.getByRole('button', { name: 'Bob' }).tap()
      expect(await chosen.count()).toBe(0)

      // The best line ends at the upper right corner of the grid.
      await chart.scrollIntoViewIfNeeded()
      const { width = 0 } = (await chart.boundingBox()) ?? {}
      // The chart hears a tap only once it has come to rest.
      await expect
        .poll(async () => {
          await chart.tap({ position: { x: width - 20, y: 40 } })
          return chosen.count()
        })
        .toBe(1)
      await close()
    })

    longTest('on paper the whole table is there, and nothing to press', async () => {
      const { page, ofBoard, close } = await openHome(COMPUTER)
      await page.emulateMedia({ media: 'print' })
      expect(await page.getByLabel('Select Season').isVisible()).toBe(false)
      expect(await page.getByRole('link', { name: 'Admin' }).isVisible()).toBe(false)
      expect(await page.locator('canvas').first().isVisible()).toBe(false)
      expect(await ofBoard('scrollWidth')).toBe(await ofBoard('clientWidth'))
      expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(0, 0, 0)')

      // A season of forty sports stays readable.
      await page.setViewportSize({ width: 720, height: 1000 })
      await page.route('**/api/public/leaderboard/season/*', (route) => route.fulfill({ json: LARGE_BOARD }))
      await page.reload()
      await page.getByText('Championship 40').first().waitFor()
      const cells = `[...${BOARD}.querySelectorAll('th, td')]`
      expect(await page.evaluate(`${cells}.every((cell) => cell.getBoundingClientRect().right <= 720)`)).toBe(
        true,
      )
      const smallest = `Math.min(...${cells}.map((cell) => parseFloat(getComputedStyle(cell).fontSize)))`
      expect(await page.evaluate(smallest)).toBeGreaterThanOrEqual(10)
      await close()
    })

    longTest('a large league draws those in front, anybody by name, and all when asked', async () => {
      const crowd = await league.browser.open(COMPUTER)
      await crowd.route('**/api/public/leaderboard/season/*', (route) => route.fulfill({ json: LARGE_BOARD }))
      await crowd.route('**/api/public/leaderboard/season/*/graph', (route) =>
        route.fulfill({ json: LARGE_GRAPH }),
      )
      await crowd.goto('/')
      await crowd.getByRole('heading', { name: 'Points over the season' }).scrollIntoViewIfNeeded()
      const names = crowd.getByRole('list', { name: 'Players in the chart' }).getByRole('button')
      await names.first().waitFor()
      expect(await names.count()).toBe(24)
      const find = crowd.getByLabel('Find a player among all 200')
      const last = LARGE_BOARD.leaderboard.at(-1)?.userName ?? ''
      await find.selectOption(last)
      expect(await names.and(crowd.locator('[aria-pressed=true]')).getAttribute('title')).toBe(last)
      expect(await names.count()).toBe(25)
      await crowd.getByRole('button', { name: 'Draw All Lines' }).click()
      await expect.poll(() => names.count()).toBe(200)
      await crowd.context().close()
    })

    longTest('the bar of the browser follows the theme', async () => {
      const { page, close } = await openHome()
      const colour = () => page.locator('meta[name="theme-color"]').getAttribute('content')
      await page.getByRole('button', { name: 'Switch to light theme' }).click()
      expect(await colour()).toMatch(/^#fff(fff)?$/)
      await page.reload()
      expect(await colour()).toMatch(/^#fff(fff)?$/)
      await page.getByRole('button', { name: 'Switch to dark theme' }).click()
      expect(await colour()).toBe('#151e1c')
      await close()
    })

    test('the theme is dark, whatever the system prefers, until somebody chooses', async () => {
      const { page, close } = await openHome({ ...PHONE, colorScheme: 'light' })
      const theme = () => page.evaluate('document.documentElement.dataset.theme')
      expect(await theme()).toBe('dark')
      await page.getByRole('button', { name: 'Switch to light theme' }).click()
      expect(await theme()).toBe('light')
      await page.reload()
      expect(await theme()).toBe('light')
      await close()
    })

    test('the past is there for the keyboard, and the story of a cell opens without faults', async () => {
      const football = await roundOf('Football')
      const corrected = { firstPlaceTeam: 'Reds', reason: 'Checked it' }
      await done(league.admin.post(`/admin/rounds/${football}/unlock`))
      await done(league.admin.post(`/admin/rounds/${football}/complete`, corrected))
      const { page, board, close } = await openHome(COMPUTER)
      const slider = page.getByRole('slider', { name: 'Standings as they were' })
      await slider.focus()
      await page.keyboard.press('ArrowLeft')
      expect(await slider.getAttribute('aria-valuetext')).toBe('After Football, corrected')
      await page.keyboard.press('ArrowLeft')
      expect(await slider.getAttribute('aria-valuetext')).toMatch(/^After Synchronised/)
      await page.keyboard.press('Home')
      expect(await slider.getAttribute('aria-valuetext')).toBe('After Football, before the correction')
      await said(page, 'You are looking at the past')
      await page.getByRole('radio', { name: 'With today’s corrections' }).check()
      await said(page, 'with today’s corrections')
      expect(await faults(page)).toEqual([])
      await press(page, 'Back to Now')
      await page.getByText('You are looking at the past').waitFor({ state: 'detached' })
      await board.getByRole('row', { name: 'Bob' }).getByText('Reds').first().click()
      await said(dialogOf(page, 'The points of Bob'), 'Reason: Checked it')
      expect(await faults(page)).toEqual([])
      await close()
    })

    test('what can still be reached has room on the smallest phone, in place of a sport', async () => {
      const { page, board, ofBoard, close } = await openHome({
        ...PHONE,
        viewport: { width: 320, height: 844 },
      })
      await page.getByRole('switch', { name: 'Could still reach' }).check()
      await board.getByRole('columnheader', { name: 'Best rank' }).waitFor()
      expect(await board.getByRole('columnheader').allTextContents()).toEqual([
        ...['Player', 'Total', 'Best total', 'Best rank'],
      ])
      expect(await ofBoard<number>('scrollWidth')).toBe(await ofBoard<number>('clientWidth'))
      expect(await faults(page)).toEqual([])
      await close()
    })

    test('Back after a link in a dialog leads to the page below, and from there on', async () => {
      const { page, board, close } = await openHome(PHONE)
      const path = () => pathIn(page.url())
      await page.goto('/rules')
      await page.getByRole('link', { name: 'standings', exact: true }).click()
      await board.getByRole('row', { name: 'Bob' }).getByText('Reds').first().click()
      const story = page.getByRole('link', { name: /^History of this pick/ })
      await story.first().click()
      await gone(dialogOf(page, 'The points of Bob'))
      expect(path()).toMatch(/players/)
      await page.goBack()
      await board.waitFor()
      expect(path()).toBe('/')
      await page.goForward()
      await expect.poll(path).toMatch(/players/)
      await page.goBack()
      await page.goBack()
      expect(path()).toBe('/rules')
      await close()
    })

    test('shows a new result by itself, where the page was left', async () => {
      const page = await league.browser.open(PHONE)
      const live = page.waitForResponse((answer) => answer.url().endsWith('/api/public/live'))
      await page.goto('/')
      const rows = () => lines(page.getByRole('region', { name: /^Leaderboard, / }).locator('tbody tr'))
      const pointsOfBob = async () => Number(/Bob.* (\d+) pts/.exec((await rows()).join('\n'))?.[1])
      const before = await pointsOfBob()
      await live
      await page.evaluate('scrollTo({ top: 200, behavior: "instant" })')
      const tennis = await roundOf('Tennis')
      await done(league.admin.post(`/admin/rounds/${tennis}/complete`, { firstPlaceTeam: 'Reds' }))
      await expect.poll(pointsOfBob).toBe(before + 6)
      expect(await page.evaluate('scrollY')).toBe(200)
      await page.context().close()
    })

    test('files that do not arrive leave a page that says so, or the standings as they are', async () => {
      const { browser, page } = league
      const unlucky = await browser.open(COMPUTER)
      await unlucky.route('**/assets/core-*', (route) => route.abort())
      await unlucky.goto('/')
      const hint = unlucky.getByText('Check your connection, then reload the page.')
      expect(await hint.isVisible()).toBe(false)
      await unlucky.evaluate('document.getAnimations().forEach((wait) => wait.finish())')
      expect(await hint.isVisible()).toBe(true)
      await unlucky.unrouteAll()
      expect(browser.troubles()).not.toEqual([])

      await unlucky.route('**/assets/home-page*', (route) => route.abort())
      await look(unlucky, { name: '', at: '/', shown: heading('Unexpected Application Error!') })
      await unlucky.unrouteAll()
      expect(browser.troubles()).not.toEqual([])

      await page.route('**/assets/signed-in-routes*', (route) => route.abort())
      await look(page, { name: '', at: '/admin/seasons', shown: heading('Unexpected Application Error!') })
      await page.unrouteAll()
      expect(browser.troubles()).not.toEqual([])

      await unlucky.route('**/assets/explanation-dialog*', (route) => route.abort())
      await unlucky.goto('/')
      // Until the program has come, the page is without a dialog.
      const drawn = unlucky.getByRole('region', { name: /^Leaderboard, / })
      await drawn.getByRole('cell', { name: 'pts' }).first().click()
      await said(unlucky, 'The details could not be loaded. Reload the page to see them.')
      await heading('Family Cup')(unlucky).waitFor()
      expect(browser.troubles()).not.toEqual([])
      await unlucky.context().close()
    })
  })
})
