import type { Page } from 'playwright-core'
import { beforeAll, describe, test } from 'vitest'
import { press } from '../../browser/interactions.ts'
import { leagueInBrowser, title } from '../../browser/league-in-browser.ts'
import { playForDialogs } from '../../browser/sample-league.ts'
import { choosing, dialog, look, pressing, type Screen, words } from '../../browser/screen.ts'
import { browserMissing } from '../../support/browser.ts'
import { done } from '../../support/http.ts'
import { aLeague } from '../../support/league/a-league.ts'

/** Opens a dialog and presses its button at once, so that everything that is missing is said. */
const refused = (opening: (page: Page) => Promise<unknown>, button: string) => async (page: Page) => {
  await opening(page)
  await press(page.getByRole('dialog'), button)
}

describe.skipIf(browserMissing)(`the dialogs of an admin${title}`, () => {
  const league = leagueInBrowser(() => aLeague().start({ config: { enableDevTools: true } }))
  beforeAll(async () => {
    await playForDialogs(league)
    await done(league.admin.put('/admin/settings/email-notifications', { enabled: false }))
  })

  test.each<Screen>([
    {
      name: 'change the name',
      at: '/admin/users',
      open: refused(choosing('Connie', 'Change Name'), 'Change Name'),
      shown: words('New name must be different from current name'),
    },
    {
      name: 'change the email',
      at: '/admin/users',
      open: refused(choosing('Connie', 'Change Email'), 'Change Email'),
      shown: words('Please enter a valid email address'),
    },
    {
      name: 'change the password',
      at: '/admin/users',
      open: refused(choosing('Connie', 'Change Password'), 'Change Password'),
      shown: words('Password is required'),
    },
    {
      name: 'where one is signed in',
      at: '/admin/users',
      open: choosing('Connie', 'Sessions'),
      shown: words('This one'),
    },
    {
      name: 'set up a second factor',
      at: '/admin/users',
      open: refused(choosing('Connie', 'Two-Step Sign-In'), 'Continue'),
      shown: words('Password is required'),
    },
    {
      name: 'delete the sample data',
      at: '/admin/users',
      open: pressing('Delete Sample Data'),
      shown: dialog('Delete the sample data?'),
    },
    {
      name: 'the menu of a season',
      at: '/admin/seasons',
      open: pressing('More for Family Cup'),
      shown: words('Deactivate'),
    },
    {
      name: 'add an earlier champion',
      at: '/admin/seasons',
      open: refused(pressing('+ Add Champion'), 'Add Champion'),
      shown: words('Please enter a name or choose a player'),
    },
    {
      name: 'edit a season',
      at: '/admin/seasons',
      open: pressing('Edit Family Cup'),
      shown: dialog('Edit Family Cup'),
    },
    {
      name: 'delete a season',
      at: '/admin/seasons',
      open: refused(choosing('More for Family Cup', 'Delete Season'), 'Delete Season'),
      shown: words('Season name does not match!'),
    },
    {
      name: 'delete a season for good',
      at: '/admin/seasons',
      open: refused(pressing('Delete Permanently Gone Cup'), 'Delete Permanently'),
      shown: words('You must type "PERMANENT DELETE" exactly!'),
    },
    {
      name: 'edit a sport',
      at: '/admin/rounds',
      open: choosing('More for Sailing', 'Edit'),
      shown: dialog('Edit Sailing'),
    },
    {
      name: 'edit a locked sport',
      at: '/admin/rounds',
      open: choosing('More for Tennis', 'Edit'),
      shown: words('The sport has locked, so this can no longer change.'),
    },
    {
      name: 'send a reminder',
      at: '/admin/rounds',
      open: choosing('More for Cycling', 'Send Reminder'),
      shown: dialog('Send a reminder for Cycling?'),
    },
    {
      name: 'delete a sport',
      at: '/admin/rounds',
      open: refused(choosing('More for Cycling', 'Delete'), 'Delete Sport'),
      shown: words('Sport name does not match!'),
    },
    {
      name: 'delete a sport for good',
      at: '/admin/rounds',
      open: refused(pressing('Delete Permanently Gone Golf'), 'Delete Permanently'),
      shown: words('You must type "PERMANENT DELETE" exactly!'),
    },
    {
      name: 'enter a pick',
      at: '/admin/manage-picks?season=2&sport=7',
      open: refused(pressing('Enter Pick: Ann'), 'Save Pick'),
      shown: words('Please enter a pick'),
    },
    {
      name: 'enter picks in own words',
      at: '/admin/manage-picks?season=2&sport=8',
      open: refused(pressing('Enter Pick: Ann'), 'Save Pick'),
      shown: words('Please enter at least one pick'),
    },
    {
      name: 'settings with mistakes',
      at: '/admin/settings',
      open: async (page) => {
        await page.getByLabel('Reminder type').selectOption('Before the lock time')
        await page.getByLabel('Final reminder, hours').fill('46')
        await page.getByLabel('App title').fill('')
        await page.getByLabel('1st place').fill('21')
        await press(page, 'Save Settings')
      },
      shown: words('1st place points must be between 0 and 20'),
    },
    {
      name: 'admins',
      at: '/admin/settings/admins',
      shown: (page) => page.getByRole('table', { name: 'Admins' }),
    },
    {
      name: 'add an admin',
      at: '/admin/settings/admins',
      open: refused(pressing('+ Add Admin'), 'Add Admin'),
      shown: words('Name must be at least 2 characters'),
    },
    {
      name: 'change the email of an admin',
      at: '/admin/settings/admins',
      open: choosing('More for Dana', 'Change Email'),
      shown: dialog('Change the Email of Dana'),
    },
    {
      name: 'sign an admin out',
      at: '/admin/settings/admins',
      open: choosing('More for Dana', 'Sign Out'),
      shown: dialog('Sign out Dana?'),
    },
    {
      name: 'delete an admin',
      at: '/admin/settings/admins',
      open: choosing('More for Dana', 'Delete'),
      shown: dialog('Delete Dana?'),
    },
  ])('$name', (screen) => look(league.page, screen))

  test.each<Screen>([
    {
      name: 'a link that was sent',
      at: '/admin/login',
      open: async (page) => {
        await page.getByLabel('Email').fill('dana@example.com')
        await press(page, 'Continue')
      },
      shown: words('Check your email'),
    },
    {
      name: 'a link that waits',
      at: '/admin/login',
      open: async (page) => {
        const json = { name: 'Dana', email: 'dana@example.com' }
        await page.route('**/api/auth/check-magic-link', (route) => route.fulfill({ json }))
        await page.goto(`${new URL(page.url()).origin}/admin/login?token=some-token`)
      },
      shown: words('Your sign-in link is ready.'),
    },
    {
      name: 'a new password',
      at: '/admin/reset-password?token=some-token',
      open: pressing('Reset Password'),
      shown: words('Password must be 8 to 128 characters'),
    },
    {
      name: 'no reset link',
      at: '/admin/reset-password',
      shown: words('Invalid reset link. Please request a new password reset.'),
    },
    {
      name: 'reset instructions on their way',
      at: '/admin/forgot-password',
      open: async (page) => {
        await page.getByLabel('Email').fill('nobody@example.com')
        await press(page, 'Send Reset Instructions')
      },
      shown: words('Check your email'),
    },
  ])('$name', async (screen) =>
    look(screen.at.toString().includes('login?') ? await league.browser.open({}) : league.stranger, screen),
  )
})
