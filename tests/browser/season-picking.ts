import type { Page, Response } from 'playwright-core'
import { expect, test } from 'vitest'
import { press, refocus } from './interactions.ts'
import { linkIn, type SeasonInBrowser, standings } from './season-in-browser.ts'

/** What the page says is saved. */
const saved = (page: Page) =>
  page.getByRole('region', { name: /^Your picks? (is|are) in!$/ }).getByRole('listitem')

const FOOTBALL_LOCKS_AT = '2027-01-20T19:00:00.000Z'

/** Picks by link, sealed until the lock, by hand and by the clock. */
export function picking(season: SeasonInBrowser) {
  test('a player picks from the link on a phone, and changes the pick', async () => {
    const { mailServer, ann } = season
    await ann.goto(await linkIn(mailServer, 'ann@example.com', 'Football'))
    await ann.getByText('Hi Ann, make your pick for').waitFor()
    await ann.getByRole('region', { name: 'Lock time' }).getByText('7:00 PM').waitFor()
    await ann.getByLabel('Your pick').selectOption('Blues')
    await press(ann, 'Save My Pick')
    await ann.getByRole('heading', { name: 'Your pick is in!' }).waitFor()
    await press(ann, 'Change My Pick')
    expect(await ann.getByLabel('Your pick').inputValue()).toBe('Blues')
    await ann.getByLabel('Your pick').selectOption('Reds')
    await press(ann, 'Save Changes')
    await ann.getByRole('heading', { name: 'Your pick is in!' }).waitFor()
    expect(await saved(ann).allInnerTexts()).toEqual(['Reds'])
    await ann.reload()
    await ann.getByRole('heading', { name: 'Your pick is in!' }).waitFor()
    expect(await saved(ann).allInnerTexts()).toEqual(['Reds'])
  })

  test('a player picks in their own words', async () => {
    const { mailServer, ann } = season
    await ann.goto(await linkIn(mailServer, 'ann@example.com', 'Oscars'))
    await ann.getByLabel('Pick 1').fill(' Dune ')
    await ann.getByLabel('Pick 2 (optional)').fill('Oppenheimer')
    await press(ann, 'Save My Picks')
    await ann.getByRole('heading', { name: 'Your picks are in!' }).waitFor()
    expect(await saved(ann).allInnerTexts()).toEqual(['Dune', 'Oppenheimer'])
  })

  test('an empty pick is not sent', async () => {
    const { mailServer, bob } = season
    await bob.goto(await linkIn(mailServer, 'bob@example.com', 'Oscars'))
    await press(bob, 'Save My Picks')
    await bob.getByText('Please enter at least one pick').waitFor()
    await bob.goto(await linkIn(mailServer, 'bob@example.com', 'Football'))
    await press(bob, 'Save My Pick')
    await bob.getByText('Please select a team/player').waitFor()
    await bob.getByLabel('Your pick').selectOption('Greens')
    await press(bob, 'Save My Pick')
    await bob.getByRole('heading', { name: 'Your pick is in!' }).waitFor()
  })

  test('nobody else sees a pick before the lock, not even in the bytes', async () => {
    const { visitor } = season
    const bodies: Promise<string>[] = []
    const collect = (response: Response) => {
      if (isAnswer(response)) bodies.push(response.text())
    }
    visitor.on('response', collect)
    await visitor.goto('/')
    const [heads, ...rows] = await standings(visitor)
    expect(heads?.join()).toMatch(
      /^Player,Football\s*locks Jan \d+\s*2 of 3 in,Oscars\s*locks Jan \d+\s*1 of 3 in,Total$/,
    )
    expect(rows).toEqual([
      ['Ann', '-', '-', '0 pts'],
      ['Bob', '-', '-', '0 pts'],
      ['Cleo', '-', '-', '0 pts'],
    ])
    await visitor.getByText('No completed sports yet.').waitFor()
    await visitor.waitForLoadState('networkidle')
    visitor.off('response', collect)
    const bytes = (await Promise.all(bodies)).join()
    expect(bytes).toContain('Football')
    expect(bytes).not.toMatch(/Reds|Blues|Greens|Dune|Oppenheimer/)
    expect(await visitor.content()).not.toMatch(/Reds|Blues|Greens|Dune|Oppenheimer/)
  })

  test('whoever is late by the hand of the admin is told so', async () => {
    const { mailServer, admin, bob, clock } = season
    await bob.goto(await linkIn(mailServer, 'bob@example.com', 'Oscars'))
    await bob.getByLabel('Pick 1').fill('Barbie')
    clock.advance(60_000)
    await admin.getByRole('link', { name: 'Sports', exact: true }).click()
    await admin.getByRole('article', { name: 'Oscars' }).getByText('1 of 3 picked').waitFor()
    await press(admin, 'Lock Now: Oscars')
    const lock = admin.getByRole('dialog', { name: 'Lock Oscars now?' })
    await lock.getByLabel('Reason').fill('The show begins')
    await press(lock, 'Lock Now')
    await admin.getByText('Oscars is locked').waitFor()
    await refocus(bob)
    await bob.getByText('Not saved: Barbie').waitFor()
    await bob.getByText('You saved no pick before the lock.').waitFor()
  })

  test('the clock locks the other sport, and from then on everybody sees the picks', async () => {
    const { mailServer, browser, ann, visitor, clock } = season
    await ann.goto(await linkIn(mailServer, 'ann@example.com', 'Football'))
    await press(ann, 'Change My Pick')
    await ann.getByLabel('Your pick').selectOption('Blues')
    clock.set(FOOTBALL_LOCKS_AT)
    await press(ann, 'Save Changes')
    await ann.getByText('Not saved: Blues').waitFor()
    expect(browser.troubles()).toEqual([expect.stringMatching(/^403 POST \/api\/picks\//)])
    const kept = ann.getByRole('region', { name: 'Your pick' })
    expect(await kept.getByRole('list').first().getByRole('listitem').allInnerTexts()).toEqual(['Reds'])
    const reloaded = async () => {
      await visitor.reload()
      return standings(visitor)
    }
    // The one that was locked by hand has locked first.
    await expect.poll(reloaded, { timeout: 10_000 }).toEqual([
      ['Player', 'Oscars Locked', 'Football Locked', 'Total'],
      ['Ann', 'Dune, Oppenheimer', 'Reds', '0 pts'],
      ['Bob', 'No pick', 'Greens', '0 pts'],
      ['Cleo', 'No pick', 'No pick', '0 pts'],
    ])
  })
}

/** The stream of news never ends, and holds no more than the ids of seasons. */
const isAnswer = (response: Response) =>
  response.url().includes('/api/') && response.request().resourceType() !== 'eventsource'
