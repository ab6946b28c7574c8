import { beforeAll, describe, expect, test } from 'vitest'
import { press, tabTo } from '../../browser/interactions.ts'
import { leagueInBrowser, title } from '../../browser/league-in-browser.ts'
import { joinPathOf, type Links, playSampleLeague } from '../../browser/sample-league.ts'
import { heading, look, pressing, type Screen, scrolledToChart, words } from '../../browser/screen.ts'
import { browserMissing } from '../../support/browser.ts'

describe.skipIf(browserMissing)(`the screens of players and visitors${title}`, () => {
  const league = leagueInBrowser()
  let links: Links
  let joinPath: string
  beforeAll(async () => {
    links = await playSampleLeague(league.admin, league.clock)
    joinPath = await joinPathOf(league)
  })

  const myPage = (...players: number[]) =>
    `/me/${league.links.me.tokenFor(players.map((playerId) => ({ playerId })))}`

  /** The first sport is of the season before. */
  const sportAt = (sport: keyof Links) => () => `/seasons/2/sports/${Object.keys(links).indexOf(sport) + 2}`

  test.each<Screen>([
    { name: 'home', at: '/', open: scrolledToChart, shown: (page) => page.locator('canvas') },
    {
      name: 'who can still win',
      at: '/',
      open: (page) => page.getByRole('switch', { name: 'Could still reach' }).check(),
      shown: (page) => page.getByRole('columnheader', { name: 'Best rank' }),
    },
    { name: 'home of a season that has ended', at: '/?season=1', shown: heading('Season Ended!') },
    { name: 'the public record', at: '/record', shown: words('newest first') },
    { name: 'the hall of fame', at: '/champions', shown: words('Sorted by titles, podiums') },
    { name: 'a player through all seasons', at: '/players/1', shown: heading('Seasons') },
    { name: 'the page of a join link', at: () => joinPath, shown: heading('Join Family Cup') },
    {
      name: 'a request without a name',
      at: () => joinPath,
      open: pressing('Join'),
      shown: words('Please enter your name'),
    },
    {
      name: 'a request to join',
      at: () => joinPath,
      open: async (page) => {
        await page.getByLabel('Your name').fill('Nia')
        await page.getByLabel('Your email address').fill('nia@example.com')
        await press(page, 'Join')
      },
      shown: words('Thank you. An admin decides who joins'),
    },
    { name: 'the page that confirms', at: '/join/confirm/none', shown: heading('Confirm your address') },
    { name: 'the page of an open sport', at: sportAt('Cycling'), shown: words('Time left') },
    { name: 'the page of a locked sport', at: sportAt('Tennis'), shown: words('Without a pick') },
    { name: 'the page of a scored sport', at: sportAt('Oscars'), shown: heading('Points and ranks') },
    {
      name: 'statistics',
      at: '/statistics',
      shown: (page) => page.getByRole('table', { name: 'Statistics' }),
    },
    { name: 'a pick', at: () => links.Cycling, shown: (page) => page.getByLabel('Your pick') },
    {
      name: 'picks in own words',
      at: () => links['Song Contest'],
      shown: (page) => page.getByLabel('Pick 3'),
    },
    {
      name: 'an empty pick',
      at: () => links.Cycling,
      open: pressing('Save My Pick'),
      shown: words('Please select a team/player'),
    },
    {
      name: 'a saved pick',
      at: () => links['Song Contest'],
      open: async (page) => {
        await page.getByLabel('Pick 1').fill('Norway')
        await page.getByLabel('Pick 2').fill('Sweden')
        await press(page, 'Save My Picks')
      },
      shown: heading('Your picks are in!'),
    },
    {
      name: 'the sports of a player',
      at: () => links.Cycling,
      open: (page) => page.getByText(/^Locked and scored/).click(),
      shown: (page) => page.getByRole('list', { name: 'Locked and scored sports' }),
    },
    {
      name: 'all picks of one address',
      at: () => myPage(1, 2),
      shown: (page) => page.getByRole('group', { name: 'Cycling, Ann' }),
    },
    {
      name: 'all picks, with what is scored, and the switches of the mail',
      at: () => myPage(1),
      open: (page) => page.getByText(/^Scored/).click(),
      shown: (page) => page.getByRole('list', { name: 'Scored sports' }),
    },
    { name: 'home of a player who has opened a link', at: '/', shown: words('Not you?') },
  ])('$name', (screen) => look(league.stranger, screen))

  test('a locked pick', async () => {
    await look(league.stranger, { name: '', at: links.Tennis, shown: heading('What happened') })
  })

  test('a scored pick', async () => {
    await look(league.stranger, { name: '', at: links.Football, shown: heading('Result') })
  })

  test('the keyboard alone picks', async () => {
    const { stranger } = league
    await stranger.goto(links.Cycling)
    await stranger.getByLabel('Your pick').waitFor()
    await tabTo(stranger, stranger.getByLabel('Your pick'))
    await stranger.keyboard.type('Blues')
    await tabTo(stranger, stranger.getByRole('button', { name: 'Save My Pick' }))
    await stranger.keyboard.press('Enter')
    await heading('Your pick is in!')(stranger).waitFor()
    const saved = stranger.getByRole('region', { name: 'Your pick is in!' })
    expect(await saved.getByRole('listitem').allInnerTexts()).toEqual(['Blues'])
  })

  test('the theme is remembered', async () => {
    const { stranger } = league
    const theme = () => stranger.evaluate('document.documentElement.dataset.theme')
    await stranger.goto('/')
    expect(await theme()).toBe('dark')
    await press(stranger, 'Switch to light theme')
    await stranger.reload()
    await stranger.getByRole('button', { name: 'Switch to dark theme' }).waitFor()
    expect(await theme()).toBe('light')
    await press(stranger, 'Switch to dark theme')
    expect(await theme()).toBe('dark')
  })
})
