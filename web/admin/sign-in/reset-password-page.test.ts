import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import { CONNIE } from '../../../tests/support/league/examples.ts'
import { watchedCalls } from '../../testing/calls.ts'
import { fill, follow, press, problemOf, said } from '../../testing/interactions.ts'
import { address, leagueBehindScreens, open } from '../../testing/screen.tsx'

describe('a forgotten password', () => {
  const league = leagueBehindScreens(() => aLeague().start())
  const { troubles } = watchedCalls()
  const NEW_PASSWORD = 'Rainy-Zebra-8'
  let token: string
  /** The page removes the token from the address as it loads. */
  const openLink = async (token: string) => {
    const { resetLink } = await import('./sign-in-link.ts')
    resetLink.token = token
    await open('/admin/reset-password')
  }

  test('is asked for by address, no matter who asks', async () => {
    await open('/admin/login')
    await follow('Forgot password?')
    await press('Send Reset Instructions')
    expect(await problemOf('Email')).toBe('Please enter a valid email address')
    await fill('Email', CONNIE.email)
    await press('Send Reset Instructions')
    await said('Check your email')
    await follow('Back to sign-in')
    await expect.poll(address).toBe('/admin/login')
    token = await league.linkTo(CONNIE.email, 'reset-password')
  })

  test('an address without a token is no reset link', async () => {
    await open('/admin/reset-password')
    await said('Invalid reset link. Please request a new password reset.')
    await follow('Request a new link')
    await expect.poll(address).toBe('/admin/forgot-password')
  })

  test('is replaced by the link, and the login opens soon after', async () => {
    await openLink(token)
    await said('8 to 128 characters')
    for (const [password, problem] of [
      ['Short-7', 'Password must be 8 to 128 characters'],
      ['RAINY-ZEBRA-8', 'Password must contain a lowercase letter'],
      ['rainy-zebra-8', 'Password must contain an uppercase letter'],
      ['Rainy-Zebra-X', 'Password must contain a number'],
      ['RainyZebra8', 'Password must contain a special character'],
      [
        'Rainy-Password-8',
        'Password must not contain a common word such as "password" or "welcome": it contains "Password"',
      ],
      ['Rainy-Zebra-123', 'Password must not contain runs such as 123 or abc: it contains "123"'],
      [
        'Rainy-Zebraaa-8',
        'Password must not contain the same character three times in a row: it contains "aaa"',
      ],
    ] as const) {
      await fill('New password', password)
      await press('Reset Password')
      await expect.poll(() => problemOf('New password')).toBe(problem)
    }
    await fill('New password', NEW_PASSWORD)
    await fill('Confirm password', 'Rainy-Zebra-9')
    await press('Reset Password')
    expect(await problemOf('Confirm password')).toBe('Passwords do not match')
    await fill('Confirm password', NEW_PASSWORD)
    await press('Reset Password')
    await said('Your password is changed')
    expect(address()).toContain('/admin/reset-password')
    await expect.poll(address).toBe('/admin/login')
    await fill('Email', CONNIE.email)
    await press('Continue')
    await fill('Password', NEW_PASSWORD)
    await press('Sign In')
    await expect.poll(address).toBe('/admin/getting-started')
  })

  test('a reset link works once', async () => {
    await openLink(token)
    await fill('New password', 'Windy-Goose-9')
    await fill('Confirm password', 'Windy-Goose-9')
    await press('Reset Password')
    await screen.findByRole('alert')
    expect(troubles()).toEqual(['401 POST /api/auth/reset-password'])
  })
})
