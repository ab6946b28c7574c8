import { expect, test } from 'vitest'
import { FIRST_ADMIN } from '../support/application.ts'
import { eventually } from '../support/eventually.ts'
import { cells, press } from './interactions.ts'
import { linkIn, type SeasonInBrowser } from './season-in-browser.ts'

/** From an empty installation to links in the mail of everybody who has an address. */
export function settingUp(season: SeasonInBrowser) {
  test('the admin signs in, though not with a wrong password', async () => {
    const { browser, admin } = season
    await admin.goto('/')
    await admin.getByRole('link', { name: 'Admin' }).click()
    await admin.getByLabel('Email').fill('not an address')
    await press(admin, 'Continue')
    await admin.getByText('Please enter a valid email address').waitFor()
    await admin.getByLabel('Email').fill(FIRST_ADMIN.email)
    await press(admin, 'Continue')
    await admin.getByLabel('Password').fill('wrong')
    await press(admin, 'Sign In')
    await admin.getByText('Login failed. Please check your credentials.').waitFor()
    expect(browser.troubles()).toEqual(['401 POST /api/auth/login'])
    await admin.getByLabel('Password').fill(FIRST_ADMIN.password)
    await press(admin, 'Sign In')
    await admin.getByRole('heading', { name: 'Welcome' }).waitFor()
  })

  test('the first-time setup names the first mistake only', async () => {
    const { admin } = season
    await admin.getByLabel('Email').fill('connie')
    await admin.getByLabel('Password', { exact: true }).fill('short')
    await press(admin, 'Complete Setup & Continue')
    expect(await admin.getByRole('alert').allInnerTexts()).toEqual(['Name must be at least 2 characters'])
    await admin.getByLabel('Display name').fill('Connie')
    await admin.getByLabel('Email').fill('connie@example.com')
    await admin.getByLabel('Password', { exact: true }).fill('Sunny-Horse-7')
    await admin.getByLabel('Confirm password').fill('Sunny-Horse-8')
    await press(admin, 'Complete Setup & Continue')
    await admin.getByText('Passwords do not match').waitFor()
    await admin.getByLabel('Confirm password').fill('Sunny-Horse-7')
    await press(admin, 'Complete Setup & Continue')
    await admin.getByRole('heading', { name: 'Getting Started' }).waitFor()
    expect(await admin.getByText('To do').count()).toBe(3)
  })

  test('the admin adds players, one of them without an address', async () => {
    const { admin } = season
    await admin.getByRole('link', { name: 'Go to Players' }).click()
    for (const [name, email] of [
      ['Ann', 'ann@example.com'],
      ['Bob', 'bob@example.com'],
      ['Cleo', ''],
    ] as const) {
      await press(admin, '+ Add Player')
      const dialog = admin.getByRole('dialog', { name: 'Add Player' })
      await dialog.getByLabel('Name').fill(name)
      if (email) {
        await dialog.getByLabel('Email', { exact: true }).fill(email)
      } else {
        await press(dialog, 'Add Player')
        const refused = 'Email is required unless "User does not have an email address" is checked'
        await dialog.getByText(refused).waitFor()
        await dialog.getByLabel('User does not have an email address').check()
      }
      await press(dialog, 'Add Player')
      await dialog.waitFor({ state: 'hidden' })
    }
    const rows = await cells(admin.getByRole('table', { name: 'Players' }))
    expect(rows.slice(1).map(([name, email, status]) => [name, email, status])).toEqual([
      ['Ann', 'ann@example.com', 'Active'],
      ['Bob', 'bob@example.com', 'Active'],
      ['Cleo', 'No email', 'Active'],
    ])
  })

  test('the admin creates the default season with all of them', async () => {
    const { admin } = season
    await admin.getByRole('link', { name: 'Getting Started' }).click()
    await admin.getByText('Done: 3 players').waitFor()
    await admin.getByRole('link', { name: 'Go to Seasons' }).click()
    await press(admin, 'Create the First Season')
    const dialog = admin.getByRole('dialog', { name: 'Create Season' })
    await press(dialog, 'Create Season')
    await dialog.getByText('Season name is required').waitFor()
    await dialog.getByLabel('Season name').fill('Family Cup')
    await dialog.getByLabel('Start year').fill('2027')
    await dialog.getByLabel('End year').fill('2027')
    await dialog.getByLabel('Commissioner').fill('Connie')
    expect(await dialog.getByLabel('Default season').isChecked()).toBe(true)
    // The admin of this season enters picks and looks at them.
    await dialog.getByLabel('Hide picks from admins').uncheck()
    await press(dialog, 'Select All Active')
    await press(dialog, 'Create Season')
    await dialog.waitFor({ state: 'hidden' })
    const card = admin.getByRole('article', { name: 'Family Cup' })
    await card.getByText('3 players').waitFor()
    await card.getByText('Default').waitFor()
  })

  test('the admin adds a sport with teams, locking by the clock of another city', async () => {
    const { admin } = season
    await admin.getByRole('link', { name: 'Sports of Family Cup' }).click()
    await press(admin, 'Add the First Sport')
    const dialog = admin.getByRole('dialog', { name: 'Add Sport' })
    await dialog.getByLabel('Sport name').fill('Football')
    await dialog.getByLabel('Teams').fill('Reds\n Blues \n\nGreens')
    await dialog.getByLabel('Lock time').fill('2027-01-20T19:00')
    expect(await dialog.getByLabel('Timezone').inputValue()).toBe('New York')
    await dialog.getByLabel('Timezone').fill('london')
    await admin.getByRole('option', { name: 'London' }).click()
    expect(await dialog.getByLabel('Timezone').inputValue()).toBe('London')
    await dialog.getByLabel('Email message').fill('Choose <well>')
    await press(dialog, 'Add Sport')
    await dialog.waitFor({ state: 'hidden' })
    const card = admin.getByRole('article', { name: 'Football' })
    await card.getByText(/Wed, Jan 20, 2027, 7:00 PM (GMT|UTC)/).waitFor()
    await card.getByText('Draft').waitFor()
  })

  test('the admin adds a sport with two picks in the own words of a player', async () => {
    const { admin } = season
    await press(admin, '+ Add Sport')
    const dialog = admin.getByRole('dialog', { name: 'Add Sport' })
    await dialog.getByLabel('Sport name').fill('Oscars')
    await dialog.getByLabel('Pick type').selectOption('Write-in picks')
    await dialog.getByLabel('Number of write-in picks').fill('11')
    await dialog.getByLabel('Lock time').fill('2027-01-25T12:00')
    expect(await dialog.getByLabel('Timezone').inputValue(), 'that of the last sport').toBe('London')
    await dialog.getByText('Mon 7:00 AM where you are').waitFor()
    await dialog.getByLabel('Timezone').fill('new york')
    await admin.getByRole('option', { name: 'New York' }).click()
    await press(dialog, 'Add Sport')
    await dialog.getByText('Number of write-in picks must be between 1 and 10').waitFor()
    await dialog.getByLabel('Number of write-in picks').fill('2')
    await press(dialog, 'Add Sport')
    await dialog.waitFor({ state: 'hidden' })
    const card = admin.getByRole('article', { name: 'Oscars' })
    await card.getByText('Mon, Jan 25, 2027, 12:00 PM EST').waitFor()
    await admin.getByRole('link', { name: 'Getting Started' }).click()
    await admin.getByText('All set').click()
    await admin.getByText('Done: 2 sports').waitFor()
  })

  test('activating mails everybody with an address a link of their own', async () => {
    const { mailServer, admin } = season
    await admin.getByRole('link', { name: 'Sports', exact: true }).click()
    for (const sport of ['Football', 'Oscars']) {
      await press(admin, `Activate & Send Links: ${sport}`)
      const dialog = admin.getByRole('dialog', { name: `Activate ${sport}?` })
      await dialog.getByText('1 has no email address, so you enter their picks.').waitFor()
      await press(dialog, 'Activate & Send Links')
      await admin.getByText(`${sport} activated. 2 players get their links by email`).waitFor()
    }
    const football = await mailServer.mailTo('ann@example.com', 'Football')
    expect(football.from?.address).toBe(mailServer.smtp.from.match(/<(.+)>/)?.[1])
    expect(football.text).toContain('Choose <well>')
    expect(football.html).toContain('Choose &lt;well&gt;')
    const links = await Promise.all(
      ['ann', 'bob'].flatMap((name) =>
        ['Football', 'Oscars'].map((sport) => linkIn(mailServer, `${name}@example.com`, sport)),
      ),
    )
    expect(new Set(links).size).toBe(4)
    await admin.getByRole('link', { name: 'Mail', exact: true }).click()
    await admin.getByLabel('Show', { exact: true }).selectOption('sent')
    await eventually('four mails that are sent', async () => {
      await admin.reload()
      await admin.getByRole('table', { name: 'Mail: Football' }).waitFor()
      return (await admin.getByRole('cell', { name: 'Sent', exact: true }).count()) === 4
    })
    expect(mailServer.mails).toHaveLength(4)
  })
}
