import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { TOTP } from 'otpauth'
import { describe, expect, test, vi } from 'vitest'
import { done, type Http } from '../../../tests/support/http.ts'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import { CONNIE } from '../../../tests/support/league/examples.ts'
import { watchedCalls } from '../../testing/calls.ts'
import {
  button,
  choose,
  dialogOf,
  field,
  fill,
  gone,
  lines,
  press,
  problemOf,
  said,
} from '../../testing/interactions.ts'
import { address, leagueBehindScreens, open } from '../../testing/screen.tsx'

const STEP_MS = 30_000
const WRONG =
  'This code is not right. Each code works once. If it stays wrong, the clocks of your phone and of the server may differ'

describe('a second factor', () => {
  const league = leagueBehindScreens(() => aLeague().start())
  const { troubles } = watchedCalls()
  const dialog = dialogOf('Two-Step Sign-In')
  const nextCode = (secret: string) => {
    league.clock.advance(STEP_MS)
    return new TOTP({ secret }).generate({ timestamp: Date.parse(league.clock.now()) })
  }
  const shownSecret = async (place = dialog) => {
    await button('Turn On', place)
    return place().querySelector('code')?.textContent?.replaceAll(' ', '') ?? ''
  }
  const guard = async (session: Http, proof = {}) => {
    const { secret } = await done(session.post('/auth/second-factor/setup', proof))
    const { token, recoveryCodes } = await done(
      session.post('/auth/second-factor/confirm', { code: nextCode(secret) }),
    )
    return { token, secret, recoveryCodes }
  }
  const addSam = async (name: string) => league.signInByMail((await league.addAdmin(name)).email)
  const openLink = async (email: string) => {
    const { signInLink } = await import('../sign-in/sign-in-link.ts')
    Object.assign(signInLink, { token: await league.askForLink(email), nonce: null })
    await open('/admin/login')
  }

  test('is set up under the account menu, and shows its recovery codes once', async () => {
    await open('/admin/users', await addSam('Dana'))
    await choose('Dana', 'Two-Step Sign-In')
    await press('Continue', dialog)
    const secret = await shownSecret()
    expect(screen.getByRole('img', { name: 'QR code of the text below' }).getAttribute('src')).toContain(
      'svg',
    )
    await fill('Code from your app', '000000', dialog)
    await press('Turn On', dialog)
    await expect.poll(() => problemOf('Code from your app', dialog)).toBe(WRONG)
    await fill('Code from your app', nextCode(secret), dialog)
    await press('Turn On', dialog)
    await said('They are shown only now.', dialog)
    expect(await lines('listitem', dialog)).toHaveLength(10)
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    await press('Download', dialog)
    expect(saved).toHaveBeenCalledOnce()
    await press('I Have Saved Them', dialog)
    await gone(dialog)
    await choose('Dana', 'Two-Step Sign-In')
    await said('Two-step sign-in is on. Recovery codes left: 10', dialog)
    expect(troubles()).toEqual(['401 POST /api/auth/second-factor/confirm'])

    await fill('Code from your app', nextCode(secret), dialog)
    await press('Turn Off', dialog)
    await gone(dialog)
    await said('Two-step sign-in is off')
  })

  test('asks for a code after a link, and takes a recovery code in its place', async () => {
    const { secret, recoveryCodes } = await guard(await addSam('Erin'))
    await openLink('erin@example.com')
    await press('Sign in as Erin')
    expect((await field('Code from your app')).autocomplete).toBe('one-time-code')
    await press('Sign In')
    expect(await problemOf('Code from your app')).toBe('Code is required')
    await fill('Code from your app', '12')
    await press('Sign In')
    await expect.poll(() => problemOf('Code from your app')).toBe(WRONG)
    await fill('Code from your app', nextCode(secret))
    await press('Sign In')
    await expect.poll(address).toBe('/admin/getting-started')

    await open('/admin/login')
    await openLink('erin@example.com')
    await press('Sign in as Erin')
    await press('Use a Recovery Code')
    await fill('Recovery code', recoveryCodes[0])
    await press('Sign In')
    await expect.poll(address).toBe('/admin/getting-started')
    expect(troubles()).toEqual(['401 POST /api/auth/verify-second-factor'])
  })

  test('is asked for before the own email changes', async () => {
    const { token, secret } = await guard(await addSam('Hanna'))
    await open('/admin/users', { token })
    await choose('Hanna', 'Change Email')
    const change = dialogOf('Change Email')
    await fill('New email', 'hanna.new@example.com', change)
    await fill('Confirm new email', 'hanna.new@example.com', change)
    await field('Code from your app', change)
    await press('Change Email', change)
    expect(await problemOf('Code from your app', change)).toBe('Code is required')
    await fill('Code from your app', nextCode(secret), change)
    await press('Change Email', change)
    await said('The email address is now hanna.new@example.com')
    await gone(change)
    expect(troubles()).toEqual([])
  })

  test('begins again when the code comes too late', async () => {
    const { secret } = await guard(await addSam('Fran'))
    await openLink('fran@example.com')
    await press('Sign in as Fran')
    await field('Code from your app')
    league.clock.advance(5 * 60_000)
    await fill('Code from your app', nextCode(secret))
    await press('Sign In')
    await said('This took too long. Please sign in again')
    await field('Email')
    expect(troubles()).toEqual(['401 POST /api/auth/verify-second-factor'])
  })

  test('asks whoever has a password for it first, and for a code once it is on', async () => {
    await open('/admin/users', league.admin)
    await choose('Connie', 'Two-Step Sign-In')
    await press('Continue', dialog)
    expect(await problemOf('Current password', dialog)).toBe('Password is required')
    await fill('Current password', CONNIE.password, dialog)
    await press('Continue', dialog)
    const first = await shownSecret()
    await fill('Code from your app', nextCode(first), dialog)
    await press('Turn On', dialog)
    await press('I Have Saved Them', dialog)

    await choose('Connie', 'Two-Step Sign-In')
    await press('Use Another Phone', dialog)
    await fill('Code from your app', nextCode(first), dialog)
    await press('Continue', dialog)
    await expect.poll(shownSecret).not.toBe(first)
  })
})

describe('the main admin', () => {
  const league = leagueBehindScreens(() => aLeague().start())
  const { troubles } = watchedCalls()
  const ask = () =>
    screen.findByRole<HTMLInputElement>('switch', { name: /^Require two-step sign-in for all admins/ })
  const codeNow = (secret: string) =>
    new TOTP({ secret }).generate({ timestamp: Date.parse(league.clock.now()) })

  test('resets the factor of another admin, with a reason', async () => {
    const { email } = await league.addAdmin('Gina')
    const gina = await league.signInByMail(email)
    const { secret } = await done(gina.post('/auth/second-factor/setup', {}))
    await done(gina.post('/auth/second-factor/confirm', { code: codeNow(secret) }))
    await open('/admin/settings/admins', league.admin)
    await choose('More for Gina', 'Reset Two-Step Sign-In')
    const dialog = dialogOf('Reset two-step sign-in for Gina?')
    await press('Reset Two-Step Sign-In', dialog)
    expect(await problemOf('Reason', dialog)).toBe('Please give a reason')
    await fill('Reason', 'The phone is gone', dialog)
    await press('Reset Two-Step Sign-In', dialog)
    await gone(dialog)
    await said('Gina can sign in without a code')
    expect((await league.signInByMail(email)).token).toBeTypeOf('string')
  })

  test('asks one of all admins, and sets up the own one before anything else', async () => {
    await open('/admin/settings/admins', league.admin)
    await userEvent.click(await ask())
    await said('Set it up to go on.')
    await fill('Current password', CONNIE.password)
    await press('Continue')
    await button('Turn On')
    await fill(
      'Code from your app',
      codeNow(document.querySelector('code')?.textContent?.replaceAll(' ', '') ?? ''),
    )
    await press('Turn On')
    await said('They are shown only now.')
    await press('I Have Saved Them')
    await waitFor(async () => expect((await ask()).checked).toBe(true))
    await choose('Connie', 'Two-Step Sign-In')
    await said('so you cannot turn it off')
    expect(screen.queryByRole('button', { name: 'Turn Off' })).toBeNull()
    // The lists under the switch were asked for once more before the page knew.
    for (const trouble of troubles()) expect(trouble).toMatch(/^403 GET /)
  })
})
