import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { done } from '../../../tests/support/http.ts'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import { watchedCalls } from '../../testing/calls.ts'
import {
  anyDialog,
  button,
  dialogOf,
  follow,
  gone,
  press,
  said,
  textOf,
  wholePage,
} from '../../testing/interactions.ts'
import {
  address,
  answering,
  asTheServerDoes,
  leagueBehindScreens,
  open,
  refusing,
} from '../../testing/screen.tsx'

describe('the development tools', () => {
  const league = leagueBehindScreens(() => aLeague().start({ config: { enableDevTools: true } }))
  const { troubles } = watchedCalls()

  test('are not for a secondary admin', async () => {
    const { email } = await league.addAdmin('Dana')
    await open('/admin/users', await league.signInByMail(email))
    await said('No players yet.')
    expect(screen.queryByRole('button', { name: 'Seed Sample Data' })).toBeNull()
  })

  test('make a sample league and take it away again', async () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await open('/admin/users', league.admin)
    answering('POST', '/admin/seed/seed-test-data', async () => {
      await held
      return Response.json(await done(league.admin.post('/admin/seed/seed-test-data')))
    })
    await press('Seed Sample Data')
    await screen.findByRole('progressbar', { name: 'Making sample data' })
    letGo()
    await expect.poll(() => textOf(wholePage())).toContain('Sample data added')
    await expect.poll(() => screen.queryAllByRole('rowheader').length).toBe(15)
    const seed = await button('Seed Sample Data')
    await expect.poll(() => seed.getAttribute('aria-busy')).toBe('false')
    asTheServerDoes()
    await follow('Sports')
    await expect.poll(() => screen.queryAllByRole('article').length).toBe(11)
    await press('Delete Sample Data')
    const dialog = dialogOf('Delete the sample data?')
    await press('Delete Sample Data', dialog)
    await gone(dialog)
    await expect.poll(address).toBe('/admin/getting-started')
    await expect.poll(() => screen.queryAllByText('To do').length).toBe(3)
  })

  test.each([
    ['Seed Sample Data', 'seed-test-data', 'Failed to seed sample data'],
    ['Delete Sample Data', 'clear-test-data', 'Failed to delete sample data'],
  ])('%s: a refusal without a reason', async (name, path, text) => {
    await open('/admin/users', league.admin)
    refusing('POST', `/admin/seed/${path}`)
    await press(name)
    if (name.startsWith('Delete')) await press(name, anyDialog)
    await said(text)
    expect(troubles()).toEqual([`400 POST /api/admin/seed/${path}`])
  })
})
