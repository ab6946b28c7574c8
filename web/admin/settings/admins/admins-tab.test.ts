import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { done } from '../../../../tests/support/http.ts'
import { aLeague } from '../../../../tests/support/league/a-league.ts'
import { watchedCalls } from '../../../testing/calls.ts'
import {
  anyDialog,
  button,
  cells,
  choose,
  dialogOf,
  field,
  fill,
  follow,
  found,
  gone,
  lines,
  press,
  problemOf,
  row,
  said,
  textOf,
} from '../../../testing/interactions.ts'
import { address, leagueBehindScreens, open, refusing } from '../../../testing/screen.tsx'

describe('the admins', () => {
  const league = leagueBehindScreens(() => aLeague().start())
  const { troubles } = watchedCalls()
  const openAdmins = () => open('/admin/settings/admins', league.admin)
  const rows = async () => (await cells('Admins')).map(([name, email, role]) => [name, email, role])

  test('the main admin adds another one', async () => {
    await open('/admin/settings', league.admin)
    await follow('Admins')
    await press('+ Add Admin')
    const dialog = dialogOf('Add Admin')
    await fill('Name', 'D', dialog)
    await press('Add Admin', dialog)
    expect(await problemOf('Name', dialog)).toBe('Name must be at least 2 characters')
    expect(await problemOf('Email', dialog)).toBe('Please enter a valid email address')
    await fill('Name', 'Dana', dialog)
    await fill('Email', 'dana', dialog)
    await press('Add Admin', dialog)
    await expect.poll(() => problemOf('Email', dialog)).toBe('Please enter a valid email address')
    await fill('Email', 'dana@example.com', dialog)
    await press('Add Admin', dialog)
    await gone(dialog)
    expect(await rows()).toEqual([
      ['Name', 'Email', 'Role'],
      ['Dana', 'dana@example.com', 'Admin'],
      ['Connie', 'connie@example.com', 'Main Admin'],
    ])
  })

  test('nothing can be done to the row of the main admin', async () => {
    await openAdmins()
    const buttons = async (name: string) =>
      within(await found(row(name)))
        .queryAllByRole('button')
        .map(textOf)
    expect(await buttons('Connie')).toEqual([])
    expect(await buttons('Dana')).toEqual(['•••'])
    await press('More for Dana')
    expect(await lines('menuitem')).toEqual(['Change Name', 'Change Email', 'Sign Out', 'Delete'])
  })

  test('a name and an address change', async () => {
    await openAdmins()
    await choose('More for Dana', 'Change Name')
    const name = dialogOf('Change the name of Dana')
    await press('Change Name', name)
    expect(await problemOf('New name', name)).toBe('New name must be different from current name')
    await fill('New name', 'Daniela', name)
    await press('Change Name', name)
    await gone(name)
    await choose('More for Daniela', 'Change Email')
    const email = dialogOf('Change the Email of Daniela')
    await fill('New email', 'daniela@example.com', email)
    await fill('Confirm new email', 'dana@example.com', email)
    await press('Change Email', email)
    expect(await problemOf('Confirm new email', email)).toBe('Email addresses do not match')
    await fill('Confirm new email', 'daniela@example.com', email)
    await press('Change Email', email)
    await gone(email)
    expect((await rows())[1]).toEqual(['Daniela', 'daniela@example.com', 'Admin'])
  })

  test('a secondary admin has neither the admins nor a password, but an own name and address', async () => {
    const daniela = await league.signInByMail('daniela@example.com')
    await open('/admin/settings', daniela)
    await said('Customize App')
    expect(screen.queryByRole('link', { name: 'Admins' })).toBeNull()
    await open('/admin/settings/admins', daniela)
    await expect.poll(address).toBe('/admin/settings')
    await press('Daniela')
    expect(await lines('menuitem')).toEqual([
      'Change Name',
      'Change Email',
      'Two-Step Sign-In',
      'Daily Summary',
      'Sessions',
      'Logout',
    ])
    await userEvent.click(screen.getByRole('menuitem', { name: 'Change Name' }))
    await fill('New name', 'Dana')
    await press('Change Name')
    await button('Dana')
  })

  test('an admin whom the main admin signs out has to sign in again', async () => {
    const { id, email } = await league.addAdmin('Nora')
    const nora = await league.signInByMail(email)
    await openAdmins()
    await choose('More for Nora', 'Sign Out')
    await press('Sign Out', dialogOf('Sign out Nora?'))
    await said('Nora is signed out everywhere')
    expect(await nora.get('/auth/me')).toMatchObject({ status: 401 })
    await done(league.admin.delete(`/admin/admins/${id}`))
  })

  test('an admin who is deleted is out in the middle of the session', async () => {
    const { id, email } = await league.addAdmin('Gus')
    await open('/admin/users', await league.signInByMail(email))
    await said('No players yet.')
    await done(league.admin.delete(`/admin/admins/${id}`))
    await follow('Seasons')
    await expect.poll(address).toBe('/admin/login')
    await field('Email')
    expect(new Set(troubles().map((trouble) => trouble.slice(0, 7)))).toEqual(new Set(['401 GET']))
  })

  test('the main admin deletes another one', async () => {
    await openAdmins()
    await choose('More for Dana', 'Delete')
    await press('Delete Admin', dialogOf('Delete Dana?'))
    await said('Dana is no longer an admin')
    expect(await rows()).toHaveLength(2)
  })

  test.each([
    ['POST', 'Failed to create admin', '/admin/admins'],
    ['DELETE', 'Failed to delete admin', '/admin/admins/*'],
  ])('a refused %s without a reason', async (method, text, path) => {
    await league.addAdmin(`Erin${method}`)
    await openAdmins()
    refusing(method, path)
    if (method === 'POST') {
      await press('+ Add Admin')
      await fill('Name', 'Fran', anyDialog)
      await fill('Email', 'fran@example.com', anyDialog)
      await press('Add Admin', anyDialog)
    } else {
      await choose(`More for Erin${method}`, 'Delete')
      await press('Delete Admin', anyDialog)
    }
    await said(text, anyDialog)
    expect(troubles()).toHaveLength(1)
  })
})
