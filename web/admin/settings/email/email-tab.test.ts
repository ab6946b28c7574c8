import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { aLeague } from '../../../../tests/support/league/a-league.ts'
import { CONNIE } from '../../../../tests/support/league/examples.ts'
import { type MailServer, startMailServer } from '../../../../tests/support/mail-server.ts'
import { watchedCalls } from '../../../testing/calls.ts'
import { field, fill, follow, gone, press, problemOf, said } from '../../../testing/interactions.ts'
import { address, leagueBehindScreens, open, refusing } from '../../../testing/screen.tsx'

describe('mail to players', () => {
  const league = leagueBehindScreens(() => aLeague().start())
  const { troubles } = watchedCalls()
  const openEmail = () => open('/admin/settings/email', league.admin)
  const toggle = () =>
    screen.findByRole<HTMLInputElement>('switch', { name: /^Send email notifications to players/ })

  test('is switched off, and every screen of the main admin says so', async () => {
    await openEmail()
    expect((await toggle()).checked).toBe(true)
    expect(screen.queryByText(/^Links in mail lead to/)).toBeNull()
    await userEvent.click(await toggle())
    await said('Email notifications are disabled. Players get no mail')
    await follow('Players')
    await said('User notification emails are disabled')
  })

  test('another admin is told as well, and cannot switch it on', async () => {
    const { email } = await league.addAdmin('Dana')
    const dana = await league.signInByMail(email)
    await open('/admin/users', dana)
    await said('User notification emails are disabled')
    await said('Please contact the main admin to enable them.')
    expect(screen.queryByRole('link', { name: 'Email Settings' })).toBeNull()
    await open('/admin/settings/email', dana)
    await screen.findByText('Disabled')
    expect(screen.queryByRole('switch')).toBeNull()
  })

  test('is switched on again where the screens lead to', async () => {
    await open('/admin/users', league.admin)
    await follow('Email Settings')
    await expect.poll(address).toBe('/admin/settings/email')
    await userEvent.click(await toggle())
    await said('Email notifications are enabled')
    await gone(() => screen.getByText(/User notification emails are disabled/))
  })

  test('a switch that does not move says why', async () => {
    await openEmail()
    refusing('PUT', '/admin/settings/email-notifications')
    await userEvent.click(await toggle())
    await said('Failed to update email notifications setting')
    expect((await toggle()).checked).toBe(true)
    expect(troubles()).toEqual(['400 PUT /api/admin/settings/email-notifications'])
  })
})

describe('a test email', () => {
  let mailServer: MailServer
  const league = leagueBehindScreens(async () => {
    mailServer = await startMailServer()
    return aLeague().start({ config: { smtp: mailServer.smtp } })
  })
  const { troubles } = watchedCalls()
  const send = async (to: string) => {
    await fill('Send to', to)
    await press('Send Test Email')
  }

  test('that arrives says where it went', async () => {
    await open('/admin/settings/email', league.admin)
    expect((await field('Send to')).value).toBe(CONNIE.email)
    await said(/Links in mail lead to https:\/\/picks\.test, and you are at http:\/\/localhost/)
    await send('nobody')
    expect(await problemOf('Send to')).toBe('Please enter a valid email address')
    await send('dana@example.com')
    await said('Test email sent to dana@example.com')
    await mailServer.mailTo('dana@example.com', 'test email')
  })

  test('that cannot be sent says what the mail server lacks', async () => {
    await mailServer.close()
    await open('/admin/settings/email', league.admin)
    await send(CONNIE.email)
    await said(/^Failed to send test email\. Check your SMTP configuration\. .*ECONNREFUSED/, () =>
      screen.getByRole('alert'),
    )
    expect(troubles()).toEqual(['502 POST /api/admin/test-email'])
  })
})
