import { createHmac } from 'node:crypto'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { deriveKey } from '../../platform/links/keys.ts'
import { aLeague } from '../../tests/support/league/a-league.ts'
import { JWT_SECRET } from '../../tests/support/league/running.ts'
import { field, follow, press, said } from '../testing/interactions.ts'
import {
  address,
  answering,
  asTheServerDoes,
  leagueBehindScreens,
  open,
  refusing,
} from '../testing/screen.tsx'

describe('when something is broken', () => {
  const league = leagueBehindScreens(() => aLeague().withPlayers('Ann').withSeason().withRound().start())
  const heading = (name: string) => screen.findByRole('heading', { name })

  test('a page that cannot be rendered, until it can', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    answering('GET', '/public/leaderboard/season/*', () => Response.json({ rounds: 7 }))
    await open('/')
    await heading('Oops! Something went wrong')
    asTheServerDoes()
    await follow('Go to Home')
    await heading('Family Cup')
    expect(errors).toHaveBeenCalled()
    errors.mockRestore()
  })

  test('an address without a page', async () => {
    await open('/no-such-screen')
    await heading('Unexpected Application Error!')
    await said('There is no page at this address.')
    await follow('See the standings')
    await heading('Family Cup')
  })

  test('a pick page without a server', async () => {
    answering('GET', '/picks/*', () => Promise.reject(new TypeError('connection refused')))
    await open(`/pick/${league.tokenFor(league.roundId, league.idOf('Ann'))}`)
    await heading('This did not work')
    asTheServerDoes()
    await press('Try Again')
    await field('Your pick')
  })

  test('an admin area without a server keeps the session', async () => {
    refusing('GET', '/auth/me', 503)
    await open('/admin/users', league.admin)
    await heading('You are still signed in')
    await said('Failed to load user information. Please refresh the page.')
    asTheServerDoes()
    await press('Try Again')
    await heading('Players')
  })

  test('too many requests do not end the session', async () => {
    refusing('GET', '/auth/me', 429)
    await open('/admin/users', league.admin)
    await heading('You are still signed in')
    asTheServerDoes()
    await press('Try Again')
    await heading('Players')
  })

  test('an admin area behind a proxy with a password of its own names that, and keeps the session', async () => {
    const headers = { 'www-authenticate': 'Basic realm="Family"' }
    answering('GET', '/auth/me', () => new Response('401', { status: 401, headers }))
    await open('/admin/users', league.admin)
    await heading('You are still signed in')
    await said(/The proxy asks for a password on \/api\//)
    asTheServerDoes()
    await press('Try Again')
    await heading('Players')
  })

  test('a session that has run out comes to the login', async () => {
    await open('/admin/seasons', { token: runOut(league.admin.token) })
    await waitFor(async () => expect(address()).toBe('/admin/login'))
    await heading('Admin sign-in')
  })
})

function runOut(token: string): string {
  const [head, claims = ''] = token.split('.')
  const over = { ...JSON.parse(atob(claims)), exp: Math.floor(Date.now() / 1000) - 60 }
  const signed = `${head}.${Buffer.from(JSON.stringify(over)).toString('base64url')}`
  return `${signed}.${createHmac('sha256', deriveKey(JWT_SECRET, 'session')).update(signed).digest('base64url')}`
}
