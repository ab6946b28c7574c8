import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { done } from '../../../tests/support/http.ts'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import { CONNIE } from '../../../tests/support/league/examples.ts'
import { watchedCalls } from '../../testing/calls.ts'
import {
  button,
  choose,
  dialogOf,
  field,
  fill,
  follow,
  found,
  gone,
  lines,
  press,
  row,
  said,
  textOf,
} from '../../testing/interactions.ts'
import { address, answering, leagueBehindScreens, open, refusing } from '../../testing/screen.tsx'

const tabs = () => screen.getByRole('navigation', { name: 'Admin' })
const currentTab = () => textOf(tabs().querySelector('[aria-current=page]'))
const count = (text: string) => screen.queryAllByText(text).length

describe('the admin area of an empty league', () => {
  const league = leagueBehindScreens(() => aLeague().start())
  watchedCalls()

  test('has nine tabs, and begins with the first steps', async () => {
    await open('/admin/nowhere/at/all', league.admin)
    await expect.poll(address).toBe('/admin/getting-started')
    expect(await lines('link', tabs)).toEqual([
      'Overview',
      'Players',
      'Seasons',
      'Sports',
      'Manage Picks',
      'Mail',
      'History',
      'Getting Started',
      'Settings',
    ])
    await expect.poll(currentTab).toBe('Getting Started')
    await expect.poll(() => count('To do')).toBe(3)
    await expect.poll(() => count('Default')).toBe(3)
    await said('48 h and 6 h')
    expect(count('Seed Sample Data')).toBe(0)
  })

  test('opens at its bare address', async () => {
    await open('/admin', league.admin)
    await expect.poll(address).toBe('/admin/getting-started')
  })
})

describe('the admin area', () => {
  const league = leagueBehindScreens(() =>
    aLeague().withPlayers('Ann', 'Bob', { name: 'Cleo', email: null }).withSeason().start(),
  )
  const { sent, troubles } = watchedCalls()

  test('marks the steps as done, and then begins with the overview', async () => {
    await open('/admin/nowhere', league.admin)
    await expect.poll(address).toBe('/admin/getting-started')
    await said('Done: 3 players')
    await said('Done: 1 season')
    expect(count('To do')).toBe(1)
    await league.draftRound()
    await open('/admin/nowhere/at/all', league.admin)
    await expect.poll(address).toBe('/admin')
    await expect.poll(currentTab).toBe('Overview')
  })

  test('asks for the players only on screens that show them', async () => {
    await open('/admin/seasons', league.admin)
    await screen.findByRole('heading', { name: 'Seasons' })
    await expect.poll(sent).toContain('GET /api/admin/outbox?state=failed')
    expect(sent()).not.toContain('GET /api/admin/users')
  })

  test('a double click sends one request', async () => {
    await open('/admin/users', league.admin)
    await press('+ Add Player')
    const dialog = dialogOf('Add Player')
    await fill('Name', 'Dmitri', dialog)
    await fill('Email', 'dmitri@example.com', dialog)
    await userEvent.dblClick(await button('Add Player', dialog))
    await gone(dialog)
    await screen.findByRole('rowheader', { name: 'Dmitri' })
    expect(sent().filter((call) => call.startsWith('POST'))).toEqual(['POST /api/admin/users'])
  })

  test('a button shows that it is busy, and cannot be pressed meanwhile', async () => {
    const path = `/admin/users/${league.idOf('Bob')}/deactivate`
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await open('/admin/users', league.admin)
    answering('POST', path, async () => {
      await held
      return Response.json(await done(league.admin.post(path)))
    })
    await choose('More for Bob', 'Deactivate')
    const more = await button('More for Bob')
    await expect.poll(() => more.getAttribute('aria-busy')).toBe('true')
    await choose('More for Bob', 'Deactivate')
    letGo()
    await said('Inactive', row('Bob'))
    expect(sent().filter((call) => call.startsWith('POST'))).toEqual([`POST /api${path}`])
  })

  test.each([
    [403, 'You do not have permission to perform this action.'],
    [404, 'Resource not found.'],
    [503, 'Server error occurred. Please try again later.'],
  ])('an answer %s is put in words', async (status, text) => {
    await open('/admin/users', league.admin)
    refusing('POST', '/admin/users/*/deactivate', status)
    await choose('More for Ann', 'Deactivate')
    await said(text)
    expect(troubles()).toHaveLength(1)
  })

  const newPassword = 'Rainy-Zebra-8'
  const logIn = async (password: string) => {
    await open('/admin/login')
    await fill('Email', CONNIE.email)
    await press('Continue')
    await fill('Password', password)
    await press('Sign In')
    await found(tabs)
  }

  test('a session that ends on a screen comes to the login, and nothing of it stays', async () => {
    await logIn(CONNIE.password)
    await screen.findByRole('heading', { name: /^(Overview|Getting Started)$/ })
    await follow('Players')
    await button('More for Ann')
    expect(localStorage.getItem('session')).toContain('eyJ')
    await done(league.admin.post('/auth/change-password', { currentPassword: CONNIE.password, newPassword }))
    await choose('More for Ann', 'Deactivate')
    await expect.poll(address).toBe('/admin/login')
    await field('Email')
    expect(localStorage.getItem('session')).not.toContain('eyJ')
    expect(troubles().every((trouble) => trouble.startsWith('401 '))).toBe(true)
  })

  test('a sign-out forgets the screen on which a session ended before', async () => {
    await logIn(newPassword)
    await screen.findByRole('heading', { name: 'Overview' })
    expect(address()).toBe('/admin')
  })
})
