import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { done } from '../../../tests/support/http.ts'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import { CONNIE } from '../../../tests/support/league/examples.ts'
import { watchedCalls } from '../../testing/calls.ts'
import {
  abandon,
  button,
  choose,
  dialogOf,
  field,
  fill,
  follow,
  found,
  gone,
  press,
  problemOf,
  said,
} from '../../testing/interactions.ts'
import { asTheServerDoes, leagueBehindScreens, open, refusing } from '../../testing/screen.tsx'

describe('the own account', () => {
  const league = leagueBehindScreens(() => aLeague().start())
  const { sent, troubles } = watchedCalls()

  test('a new name must be one, and is shown at once', async () => {
    await open('/admin/users', league.admin)
    await choose('Connie', 'Change Name')
    const dialog = dialogOf('Change Name')
    const name = await field('New name', dialog)
    expect(name.value).toBe('Connie')
    expect(name.getAttribute('maxlength')).toBe('100')
    await press('Change Name', dialog)
    expect(await problemOf('New name', dialog)).toBe('New name must be different from current name')
    await fill('New name', ' C ', dialog)
    await expect.poll(() => problemOf('New name', dialog)).toBe('Name must be at least 2 characters')
    await fill('New name', ' Constance ', dialog)
    await press('Change Name', dialog)
    await gone(dialog)
    await said('The name is now Constance')
    await choose('Constance', 'Change Name')
    await fill('New name', 'Connie', dialog)
    await userEvent.keyboard('{Enter}')
    await button('Connie')
  })

  test.each([
    ['Name', '/auth/change-name', 'Failed to change name', { 'New name': 'Constance' }],
    [
      'Email',
      '/auth/change-email',
      'Failed to change email',
      {
        'New email': 'new@example.com',
        'Confirm new email': 'new@example.com',
        'Current password': CONNIE.password,
      },
    ],
    [
      'Password',
      '/auth/change-password',
      'Failed to change password',
      {
        'Current password': CONNIE.password,
        'New password': 'Rainy-Zebra-8',
        'Confirm new password': 'Rainy-Zebra-8',
      },
    ],
  ] as const)('Change %s: a refusal without a reason', async (what, path, text, fields) => {
    await open('/admin/users', league.admin)
    refusing('POST', path)
    await choose('Connie', `Change ${what}`)
    const dialog = dialogOf(`Change ${what}`)
    for (const [label, value] of Object.entries(fields)) await fill(label, value, dialog)
    await press(`Change ${what}`, dialog)
    await said(text, dialog)
    asTheServerDoes()
    await abandon(dialog)
    expect(troubles()).toEqual([`400 POST /api${path}`])
  })

  test('Escape closes a dialog and gives the focus back', async () => {
    await open('/admin/users', league.admin)
    await choose('Connie', 'Change Name')
    const dialog = dialogOf('Change Name')
    await found(dialog)
    await userEvent.keyboard('{Escape}')
    await gone(dialog)
    const menu = await button('Connie')
    await expect.poll(() => document.activeElement === menu).toBe(true)
  })

  test('a new email address is given twice, and the session goes on', async () => {
    await open('/admin/users', league.admin)
    await choose('Connie', 'Change Email')
    const dialog = dialogOf('Change Email')
    const problem = () => problemOf('New email', dialog)
    await press('Change Email', dialog)
    expect(await problem()).toBe('Please enter a valid email address')
    await fill('New email', 'connie@', dialog)
    await expect.poll(problem).toBe('Please enter a valid email address')
    await fill('New email', CONNIE.email, dialog)
    await expect.poll(problem).toBe('New email must be different from current email')
    await fill('New email', 'constance@example.com', dialog)
    await fill('Confirm new email', 'constance@example.org', dialog)
    await press('Change Email', dialog)
    expect(await problemOf('Confirm new email', dialog)).toBe('Email addresses do not match')
    await fill('Confirm new email', 'constance@example.com', dialog)
    await press('Change Email', dialog)
    expect(await problemOf('Current password', dialog)).toBe('Password is required')
    await fill('Current password', 'Wrong-Horse-7', dialog)
    await press('Change Email', dialog)
    await expect.poll(() => problemOf('Current password', dialog)).toBe('The current password is not right')
    expect(troubles()).toEqual(['401 POST /api/auth/change-email'])
    await fill('Current password', CONNIE.password, dialog)
    await press('Change Email', dialog)
    await said('The email address is now constance@example.com')
    await gone(dialog)
    await follow('Seasons')
    await said('No seasons yet.')
  })

  test('a new password follows the rules, and the old one no longer opens', async () => {
    const login = (password: string) =>
      league.visitor.post('/auth/login', { email: 'constance@example.com', password })
    await open('/admin/users', await done(login(CONNIE.password)))
    await choose('Connie', 'Change Password')
    const dialog = dialogOf('Change Password')
    const account = (await found(dialog)).querySelector<HTMLInputElement>('[autocomplete=username]')
    expect(account?.value).toBe('constance@example.com')
    await fill('New password', 'Short-7', dialog)
    await press('Change Password', dialog)
    expect(await problemOf('Current password', dialog)).toBe('Password is required')
    expect(await problemOf('New password', dialog)).toBe('Password must be 8 to 128 characters')
    await fill('Current password', CONNIE.password, dialog)
    for (const next of ['Rainy-Zebra-123', 'Rainy-Password-8', 'Rainy-Zebraaa-8']) {
      await fill('New password', next, dialog)
      await fill('Confirm new password', next, dialog)
      await press('Change Password', dialog)
      expect(await problemOf('New password', dialog)).toMatch(/^Password /)
    }
    expect(sent()).not.toContain('POST /api/auth/change-password')
    await fill('New password', 'Rainy-Zebra-8', dialog)
    await fill('Confirm new password', 'Rainy-Zebra-9', dialog)
    await press('Change Password', dialog)
    expect(await problemOf('Confirm new password', dialog)).toBe('Passwords do not match')
    await fill('Confirm new password', 'Rainy-Zebra-8', dialog)
    await fill('Current password', 'Wrong-Horse-7', dialog)
    await press('Change Password', dialog)
    await problemOf('Current password', dialog)
    expect(troubles()).toHaveLength(1)
    await fill('Current password', CONNIE.password, dialog)
    await press('Change Password', dialog)
    await said('Your password is changed.')
    await gone(dialog)
    expect((await login(CONNIE.password)).status).toBe(401)
    expect((await login('Rainy-Zebra-8')).status).toBe(200)
  })
})
