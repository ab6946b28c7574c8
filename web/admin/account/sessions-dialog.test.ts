import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { done } from '../../../tests/support/http.ts'
import { aLeague } from '../../../tests/support/league/a-league.ts'
import { CONNIE } from '../../../tests/support/league/examples.ts'
import { watchedCalls } from '../../testing/calls.ts'
import { choose, dialogOf, found, press, said, textOf } from '../../testing/interactions.ts'
import { address, asTheServerDoes, leagueBehindScreens, open, refusing } from '../../testing/screen.tsx'

describe('where an admin is signed in', () => {
  const league = leagueBehindScreens(() => aLeague().start())
  const { sent, troubles } = watchedCalls()
  const login = async (): Promise<{ token: string }> =>
    done(league.visitor.post('/auth/login', { email: CONNIE.email, password: CONNIE.password }))
  const statusOf = async ({ token }: { token: string }) =>
    (await league.visitor.as(token).get('/auth/me')).status
  const dialog = dialogOf('Where You Are Signed In')
  const rows = async () =>
    within(await found(dialog))
      .queryAllByRole('listitem')
      .map(textOf)

  test('is told, and one session is ended from another', async () => {
    await open('/admin/users', league.admin)
    const other = await login()
    await choose('Connie', 'Sessions')
    await expect.poll(rows).toHaveLength(2)
    expect((await rows()).filter((row) => row.includes('This one'))).toHaveLength(1)
    expect((await rows())[0]).toMatch(/^Another program from 127\.0\.x\.x ?Since .*, last used /)
    await press('Sign Out: Another program from 127.0.x.x', dialog)
    await expect.poll(rows).toHaveLength(1)
    expect(await statusOf(other)).toBe(401)
    expect(await statusOf(league.admin)).toBe(200)
  })

  test('is forgotten by Logout, on the server too', async () => {
    const session = await login()
    await open('/admin/users', session)
    await choose('Connie', 'Logout')
    await expect.poll(address).toBe('/admin/login')
    await expect.poll(() => statusOf(session)).toBe(401)
    expect(sent()).toContain('POST /api/auth/logout')
  })

  test('goes on where the old token is refused, with the one that another tab was handed', async () => {
    const [old, fresh] = [await login(), await login()]
    await open('/admin/users', old)
    await screen.findByRole('heading', { name: 'Players' })
    const kept = localStorage.getItem('session') ?? ''
    localStorage.setItem('session', kept.replace(old.token, fresh.token))
    await done(league.visitor.as(old.token).post('/auth/logout'))
    await userEvent.click(await screen.findByRole('link', { name: 'Sports' }))
    await said('A sport needs a season first.')
    expect(address()).toBe('/admin/rounds')
    expect(troubles().every((trouble) => trouble.startsWith('401 '))).toBe(true)
  })

  test('ends everywhere at once after a question, and this page goes to the login', async () => {
    const [here, elsewhere] = [await login(), await login()]
    await open('/admin/users', here)
    await choose('Connie', 'Sessions')
    refusing('DELETE', '/auth/sessions')
    await press('Sign Out Everywhere', dialog)
    const question = dialogOf('Sign out everywhere?')
    await press('Sign Out Everywhere', question)
    await said('Failed to sign out', question)
    expect(troubles()).toEqual(['400 DELETE /api/auth/sessions'])
    asTheServerDoes()
    await press('Sign Out Everywhere', question)
    await expect.poll(address).toBe('/admin/login')
    await said('You are signed out everywhere')
    for (const session of [here, elsewhere, league.admin]) expect(await statusOf(session)).toBe(401)
  })
})
