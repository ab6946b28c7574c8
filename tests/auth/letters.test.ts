import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

let league: RunningLeague
beforeAll(async () => {
  league = await aLeague().start()
})
afterAll(() => league?.close())

// A database lowers these otherwise than the application does.
describe.each([
  ['İpek@example.com', 'İPEK@EXAMPLE.COM'],
  ['ΣΑΣ@example.com', 'σας@example.com'],
  ['Ärztin@example.com', 'ÄRZTIN@example.com'],
])('an admin called %s', (email, typed) => {
  test('signs in, and nobody else gets the address', async () => {
    const { body } = await league.admin.post('/admin/admins', { name: 'Ada', email })
    league.clock.advance(60_000)
    await league.visitor.post('/auth/send-magic-link', { email: typed })
    const token = await league.linkTo(email, 'sign-in')
    expect(await league.visitor.post('/auth/verify-magic-link', { token })).toMatchObject({ status: 200 })
    const again = await league.admin.post('/admin/admins', { name: 'Eve', email: typed })
    expect(again).toMatchObject({ status: 409 })
    // What is under way keeps its address until it has gone.
    await expect
      .poll(async () => (await league.admin.get('/admin/outbox')).body.counts.queued)
      .toBe(undefined)
    await league.admin.delete(`/admin/admins/${body.id}`)
    await league.admin.post(`/admin/admins/${body.id}/erase`, { confirmation: 'ERASE' })
    expect((await league.admin.get('/admin/outbox')).text).not.toContain(email)
  })
})
