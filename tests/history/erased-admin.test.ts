import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

let league: RunningLeague

beforeAll(async () => {
  league = await aLeague().start()
})
afterAll(() => league?.close())

test('that an admin was erased is for the main admin alone to read', async () => {
  const leaving = await league.addAdmin('Leo')
  const staying = await league.addAdmin('Stan')
  const stan = await league.signInByMail(staying.email)
  expect((await league.admin.delete(`/admin/admins/${leaving.id}`)).status).toBe(200)
  const erased = await league.admin.post(`/admin/admins/${leaving.id}/erase`, { confirmation: 'ERASE' })
  expect(erased.status).toBe(200)

  const [entry] = (await league.admin.get('/admin/history?kind=admins')).body.entries
  expect(entry).toMatchObject({ type: 'AdminErased' })
  expect(await types(stan)).not.toContain('AdminErased')
  expect(await stan.get(`/admin/history/${entry.eventId}`)).toMatchObject({ status: 404 })
})

async function types(admin: Http): Promise<string[]> {
  const { entries } = (await admin.get('/admin/history')).body
  return entries.map(({ type }: { type: string }) => type)
}
