import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import { CONNIE } from '../../../tests/support/league/examples.ts'
import { LINK_MAY_COME } from '../../../tests/support/league/running.ts'
import { watchedCalls } from '../../testing/calls.ts'
import { button, field, fill, press, problemOf, said } from '../../testing/interactions.ts'
import { address, answering, leagueBehindScreens, open, refusing } from '../../testing/screen.tsx'

const INVALID_LINK = 'Invalid or expired login link. Please request a new one.'

describe('signing in', () => {
  const league = leagueBehindScreens(() => aLeague().start())
  const { sent, troubles } = watchedCalls()
  afterEach(() => localStorage.removeItem('sign-in-nonce'))
  const openLogin = () => open('/admin/login')
  const verifications = () => sent().filter((call) => call.includes('verify-magic-link'))
  const giveEmail = async (email: string) => {
    await fill('Email', email)
    await press('Continue')
  }
  /** The page removes the token from the address as it loads. */
  const openLink = async (token: string, nonce: string | null = null) => {
    const { signInLink } = await import('./sign-in-link.ts')
    Object.assign(signInLink, { token, nonce })
    await openLogin()
  }

  test('the login names what is missing', async () => {
    await openLogin()
    await giveEmail('connie')
    expect(await problemOf('Email')).toBe('Please enter a valid email address')
    await giveEmail(CONNIE.email)
    await press('Sign In')
    expect(await problemOf('Password')).toBe('Password is required')
    await press('Change')
    expect((await field('Email')).value).toBe(CONNIE.email)
  })

  test('a link signs in by itself where it was asked for', async () => {
    const { email } = await league.addAdmin('Dana')
    await openLogin()
    await giveEmail(email)
    await screen.findByRole('heading', { name: 'Check your email' })
    await said(LINK_MAY_COME)
    const token = await league.linkTo(email, 'sign-in')
    const { mails } = (await league.admin.get('/admin/outbox')).body
    const { text } = mails.find(({ template }: { template: string }) => template === 'sign-in')
    const nonce = new URL(/https:\S+token\S+/.exec(text)?.[0] ?? '').searchParams.get('nonce')
    await openLink(token, nonce)
    await expect.poll(address).toBe('/admin/getting-started')
    await button('Dana')
    expect(localStorage.getItem('sign-in-nonce')).toBeNull()
  })

  test('a link that somebody else has asked for waits, and says whom it signs in', async () => {
    const { email } = await league.addAdmin('Mallory')
    await openLogin()
    await giveEmail('gina@example.com')
    await said(LINK_MAY_COME)
    for (const nonce of [null, 'nonce-of-another-browser']) {
      await openLink(await league.askForLink(email), nonce)
      await button('Sign in as Mallory')
      await said('It is for mallory@example.com.')
      expect(verifications()).toEqual([])
    }
  })

  test('elsewhere the link waits for a press of the button, and is used up then', async () => {
    const { email } = await league.addAdmin('Erin')
    const token = await league.askForLink(email)
    await openLink(token)
    await said('Your sign-in link is ready.')
    expect(verifications()).toEqual([])
    await userEvent.dblClick(await button('Sign in as Erin'))
    await expect.poll(address).toBe('/admin/getting-started')
    expect(verifications()).toEqual(['POST /api/auth/verify-magic-link'])

    await openLink(token)
    await said(INVALID_LINK)
    await field('Email')
    expect(address()).toBe('/admin/login')
    expect(troubles()).toEqual(['401 POST /api/auth/check-magic-link'])
  })

  test('a link that was used has signed in, even while the page still waits for something else', async () => {
    const { email } = await league.addAdmin('Hal')
    await openLink(await league.askForLink(email))
    await said('Your sign-in link is ready.')
    for (const path of ['/public/*', '/public/*/*']) answering('GET', path, () => new Promise(() => {}))
    await press('Sign in as Hal')
    await expect.poll(address).toBe('/admin/getting-started')
  })

  test('the sixth link of an hour is refused in words', async () => {
    await openLogin()
    await giveEmail('fran@example.com')
    await said(LINK_MAY_COME)
    for (let times = 2; times <= 5; times += 1) {
      await press('Send Again')
      await said('Sent again. You can get one link per minute')
      await press('Dismiss')
    }
    await press('Send Again')
    await said('Too many login requests. Please wait a few minutes and try again.')
    expect(troubles()).toEqual(['429 POST /api/auth/send-magic-link'])
  })

  test.each([
    ['an answer that makes no sense', 'request-login', 400, 'An error occurred. Please try again.'],
    ['a link that is not sent', 'send-magic-link', 400, 'Failed to send login link. Please try again.'],
    ['a broken server', 'request-login', 500, 'Server error occurred. Please try again later.'],
  ])('%s', async (_, call, status, text) => {
    await openLogin()
    refusing('POST', `/auth/${call}`, status)
    await giveEmail('gina@example.com')
    await said(text)
    expect(troubles()).toEqual([`${status} POST /api/auth/${call}`])
  })

  test('a server that cannot be reached', async () => {
    await openLogin()
    answering('POST', '/auth/request-login', () => Promise.reject(new TypeError('fetch failed')))
    await giveEmail('gina@example.com')
    await said('Unable to connect to server. Please check your internet connection.')
    expect(troubles()).toEqual(['failed: POST /api/auth/request-login'])
  })

  test('a server that does not answer within thirty seconds', async () => {
    await openLogin()
    const late = vi.spyOn(AbortSignal, 'timeout')
    late.mockImplementation(() => AbortSignal.abort(new DOMException('', 'TimeoutError')))
    await giveEmail('gina@example.com')
    await said('Request timeout. Please check your connection and try again.')
    expect(late).toHaveBeenCalledWith(30_000)
    const ofSettings = /public\/settings|The settings could not be loaded/
    expect(troubles().filter((trouble) => !ofSettings.test(trouble))).toEqual([
      'failed: POST /api/auth/request-login',
    ])
  })
})
