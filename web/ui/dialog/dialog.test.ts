import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import { button, choose, dialogOf, field, fill, found, gone, press } from '../../testing/interactions.ts'
import { address, leagueBehindScreens, open } from '../../testing/screen.tsx'

describe('a dialog', () => {
  const league = leagueBehindScreens(() => aLeague().start())
  const dialog = dialogOf('Change Name')
  const question = dialogOf('Leave without saving?')
  const openDialog = async () => {
    await open('/admin/users', league.admin)
    await choose('Connie', 'Change Name')
    await field('New name', dialog)
  }

  test.each([
    ['Esc', () => userEvent.keyboard('{Escape}')],
    ['✕', () => press('Close', dialog)],
    ['Cancel', () => press('Cancel', dialog)],
    ['Back', async () => history.back()],
  ])('closes by %s where nothing was entered, and asks first where something was', async (_, leave) => {
    await openDialog()
    await leave()
    await gone(dialog)
    expect(address()).toBe('/admin/users')

    await choose('Connie', 'Change Name')
    await fill('New name', 'Constance', dialog)
    await leave()
    await press('Stay', question)
    await gone(question)
    expect((await field('New name', dialog)).value).toBe('Constance')
    await leave()
    await press('Leave', question)
    await gone(dialog)
    expect(address()).toBe('/admin/users')
  })

  test('asks nothing where what was entered is as before', async () => {
    await openDialog()
    await fill('New name', 'Constance', dialog)
    await fill('New name', 'Connie', dialog)
    await press('Cancel', dialog)
    await gone(dialog)
  })

  test('without a field begins at what does no harm', async () => {
    await open('/admin/operations', league.admin)
    await press('Start Rebuild')
    await found(dialogOf('Rebuild all tables?'))
    const rebuild = await button('Rebuild', dialogOf('Rebuild all tables?'))
    await expect.poll(() => document.activeElement === rebuild).toBe(true)
  })
})
