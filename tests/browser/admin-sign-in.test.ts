import { describe, expect, test } from 'vitest'
import { browserMissing, COMPUTER } from '../support/browser.ts'
import { CONNIE as MAIN } from '../support/league/examples.ts'
import { LINK_MAY_COME } from '../support/league/running.ts'
import { deskForTests, title } from './desk.ts'
import { press, problemOf, said } from './hands.ts'

const INVALID_LINK = 'Invalid or expired login link. Please request a new one.'

describe.skipIf(browserMissing)(`signing in${title}`, () => {
  const desk = deskForTests()

  test('the login names what is missing', async () => {
    const { stranger } = desk
    await stranger.goto('/admin/login')
    await stranger.getByLabel('Email').fill('connie')
    await press(stranger, 'Continue')
    expect(await problemOf(stranger.getByLabel('Email'))).toBe('Please enter a valid email address')
    await stranger.getByLabel('Email').fill(MAIN.email)
    await press(stranger, 'Continue')
    await press(stranger, 'Log In')
    expect(await problemOf(stranger.getByLabel('Password'))).toBe('Password is required')
    await press(stranger, 'Change')
    expect(await stranger.getByLabel('Email').inputValue()).toBe(MAIN.email)
  })

  test('a link signs in by itself where it was asked for, and leaves the address bar', async () => {
    const dana = await desk.addAdmin('Dana')
    const page = await desk.browser.open(COMPUTER)
    await page.goto('/admin/login')
    await page.getByLabel('Email').fill(dana.email)
    await press(page, 'Continue')
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await said(page, LINK_MAY_COME)
    const token = await desk.linkTo(dana.email, 'sign-in')
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.headers().referer ?? '', request.url()))
    await page.goto(`/admin/login?token=${token}`)
    await page.waitForURL('**/admin/getting-started')
    await page.getByRole('button', { name: 'Dana' }).waitFor()
    expect(addresses.filter((address) => address.includes(token))).toEqual([
      `${desk.application.url}/admin/login?token=${token}`,
    ])
    await page.goBack()
    expect(page.url()).not.toContain(token)
  })

  test('elsewhere the link waits for a press of the button', async () => {
    const erin = await desk.addAdmin('Erin')
    const token = await desk.askForLink(erin.email)
    const page = await desk.browser.open(COMPUTER)
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('verify-magic-link')) calls.push(request.method())
    })
    await page.goto(`/admin/login?token=${token}`)
    await said(page, 'Your login link is ready.')
    expect(page.url()).toBe(`${desk.application.url}/admin/login`)
    expect(calls).toEqual([])
    await page.getByRole('button', { name: 'Sign in' }).dblclick()
    await page.waitForURL('**/admin/getting-started')
    expect(calls).toEqual(['POST'])

    const second = await desk.browser.open(COMPUTER)
    await second.goto(`/admin/login?token=${token}`)
    await press(second, 'Sign in')
    await said(second, INVALID_LINK)
    await second.getByLabel('Email').waitFor()
    expect(second.url()).toBe(`${desk.application.url}/admin/login`)
    expect(desk.browser.troubles()).toEqual(['401 POST /api/auth/verify-magic-link'])
    await second.reload()
    await second.getByLabel('Email').waitFor()
    expect(await second.getByText(INVALID_LINK).count()).toBe(0)
  })

  test('whoever used their link is signed in, even while the page still waits for something else', async () => {
    const hal = await desk.addAdmin('Hal')
    const token = await desk.askForLink(hal.email)
    const page = await desk.browser.open(COMPUTER)
    await page.goto(`/admin/login?token=${token}`)
    await said(page, 'Your login link is ready.')
    await page.route('**/api/public/**', () => {})
    await press(page, 'Sign in')
    await page.waitForURL('**/admin/getting-started')
    await page.unrouteAll()
  })

  test('the sixth link of an hour is refused in words', async () => {
    const { stranger } = desk
    await stranger.goto('/admin/login')
    await stranger.getByLabel('Email').fill('fran@example.com')
    await press(stranger, 'Continue')
    await said(stranger, LINK_MAY_COME)
    for (let times = 2; times <= 5; times += 1) {
      await press(stranger, 'Send Again')
      await said(stranger, 'Asked for another link. The newest one works')
      await press(stranger, 'Dismiss')
    }
    await press(stranger, 'Send Again')
    await said(stranger, 'Too many login requests. Please wait a few minutes and try again.')
    expect(desk.browser.troubles()).toEqual(['429 POST /api/auth/send-magic-link'])
  })

  test.each([
    ['an answer that makes no sense', 'request-login', 400, 'An error occurred. Please try again.'],
    ['a link that is not sent', 'send-magic-link', 400, 'Failed to send login link. Please try again.'],
    ['a broken server', 'request-login', 500, 'Server error occurred. Please try again later.'],
  ])('%s', async (_, call, status, text) => {
    const { stranger, browser } = desk
    await stranger.route(`**/api/auth/${call}`, (route) => route.fulfill({ status, json: {} }))
    await stranger.goto('/admin/login')
    await stranger.getByLabel('Email').fill('gina@example.com')
    await press(stranger, 'Continue')
    await said(stranger, text)
    await stranger.unrouteAll()
    expect(browser.troubles()).toEqual([`${status} POST /api/auth/${call}`])
  })

  test('a server that cannot be reached', async () => {
    const { stranger, browser } = desk
    await stranger.goto('/admin/login')
    await stranger.route('**/api/auth/request-login', (route) => route.abort('connectionrefused'))
    await stranger.getByLabel('Email').fill('gina@example.com')
    await press(stranger, 'Continue')
    await said(stranger, 'Unable to connect to server. Please check your internet connection.')
    await stranger.unrouteAll()
    expect(browser.troubles()).toEqual(['failed: POST /api/auth/request-login net::ERR_CONNECTION_REFUSED'])
  })

  test('a server that does not answer within thirty seconds', async () => {
    const page = await desk.browser.open(COMPUTER)
    await page.addInitScript(
      'AbortSignal.timeout = () => AbortSignal.abort(new DOMException("", "TimeoutError"))',
    )
    await page.goto('/admin/login')
    await page.getByLabel('Email').fill('gina@example.com')
    await press(page, 'Continue')
    await said(page, 'Request timeout. Please check your connection and try again.')
    const ofSettings = 'console: The settings could not be loaded: ClientError: Request timeout.'
    expect(desk.browser.troubles().filter((trouble) => !trouble.startsWith(ofSettings))).toEqual([])
  })
})

describe.skipIf(browserMissing)(`a forgotten password${title}`, () => {
  const desk = deskForTests()
  const NEW_PASSWORD = 'Rainy-Zebra-8'
  let token: string

  test('is asked for by address, whoever asks', async () => {
    const { stranger } = desk
    await stranger.goto('/admin/login')
    await stranger.getByRole('link', { name: 'Forgot password?' }).click()
    await press(stranger, 'Send Reset Instructions')
    expect(await problemOf(stranger.getByLabel('Email'))).toBe('Please enter a valid email address')
    await stranger.getByLabel('Email').fill(MAIN.email)
    await press(stranger, 'Send Reset Instructions')
    await said(stranger, 'Check your email')
    await stranger.getByRole('link', { name: 'Back to login' }).click()
    await stranger.waitForURL('**/admin/login')
  })

  test('an address without a token is no reset link', async () => {
    const { stranger } = desk
    await stranger.goto('/admin/reset-password')
    await said(stranger, 'Invalid reset link. Please request a new password reset.')
    await stranger.getByRole('link', { name: 'Request a new link' }).click()
    await stranger.waitForURL('**/admin/forgot-password')
  })

  test('is replaced by the link, and the login opens two seconds later', async () => {
    const { stranger } = desk
    token = await desk.linkTo(MAIN.email, 'reset-password')
    await stranger.clock.install()
    await stranger.goto(`/admin/reset-password?token=${token}`)
    const field = stranger.getByLabel('New password')
    await said(stranger, '8 to 128 characters')
    for (const [password, problem] of [
      ['Short-7', 'Password must be 8 to 128 characters'],
      ['RAINY-ZEBRA-8', 'Password must contain a lowercase letter'],
      ['rainy-zebra-8', 'Password must contain an uppercase letter'],
      ['Rainy-Zebra-X', 'Password must contain a number'],
      ['RainyZebra8', 'Password must contain a special character'],
    ] as const) {
      await field.fill(password)
      await press(stranger, 'Reset Password')
      await expect.poll(() => problemOf(field)).toBe(problem)
    }
    await field.fill(NEW_PASSWORD)
    await stranger.getByLabel('Confirm password').fill('Rainy-Zebra-9')
    await press(stranger, 'Reset Password')
    expect(await problemOf(stranger.getByLabel('Confirm password'))).toBe('Passwords do not match')
    await stranger.getByLabel('Confirm password').fill(NEW_PASSWORD)
    await press(stranger, 'Reset Password')
    await said(stranger, 'Your password is changed')
    await stranger.clock.runFor(500)
    expect(stranger.url()).toContain('/admin/reset-password')
    await stranger.clock.runFor(1_600)
    await stranger.waitForURL('**/admin/login')
    await stranger.getByLabel('Email').fill(MAIN.email)
    await press(stranger, 'Continue')
    await stranger.getByLabel('Password').fill(NEW_PASSWORD)
    await press(stranger, 'Log In')
    await stranger.waitForURL('**/admin/getting-started')
  })

  test('a reset link works once', async () => {
    const page = await desk.browser.open(COMPUTER)
    await page.goto(`/admin/reset-password?token=${token}`)
    await page.getByLabel('New password').fill('Windy-Goose-9')
    await page.getByLabel('Confirm password').fill('Windy-Goose-9')
    await press(page, 'Reset Password')
    await page.getByRole('alert').waitFor()
    expect(desk.browser.troubles()).toEqual(['401 POST /api/auth/reset-password'])
  })
})
