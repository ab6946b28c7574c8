import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Office, openOffice } from '../auth/office.ts'
import type { Http } from '../support/http.ts'

let office: Office

beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office?.close())

test('that an admin was erased is for the main admin alone to read', async () => {
  const leaving = await office.addAdmin('Leo')
  const staying = await office.addAdmin('Stan')
  const stan = await office.signInByMail(staying.email)
  expect((await office.main.delete(`/admin/admins/${leaving.id}`)).status).toBe(200)
  const erased = await office.main.post(`/admin/admins/${leaving.id}/erase`, { confirmation: 'ERASE' })
  expect(erased.status).toBe(200)

  const [entry] = (await office.main.get('/admin/history?kind=admins')).body.entries
  expect(entry).toMatchObject({ type: 'AdminErased' })
  expect(await types(stan)).not.toContain('AdminErased')
  expect(await stan.get(`/admin/history/${entry.eventId}`)).toMatchObject({ status: 404 })
})

async function types(admin: Http): Promise<string[]> {
  const { entries } = (await admin.get('/admin/history')).body
  return entries.map(({ type }: { type: string }) => type)
}
