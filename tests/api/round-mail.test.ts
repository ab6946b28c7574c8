import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { JWT_SECRET, type Office, openOffice } from '../auth/office.ts'
import { eventually } from '../support/eventually.ts'
import { FOOTBALL, linksOf } from '../support/league.ts'

let office: Office
let roundId: number
const ids: Record<string, number> = {}

beforeAll(async () => {
  office = await openOffice()
  const { main } = office
  for (const [name, email] of [
    ['Ann', 'ann@example.com'],
    ['Bob', 'bob@example.com'],
    ['Cleo', ''],
    ['Stranger', 'stranger@example.com'],
  ] as const) {
    ids[name] = (await main.post('/admin/users', { name, email })).body.id
  }
  const participantIds = [ids.Ann, ids.Bob, ids.Cleo]
  const season = { name: 'Cup', yearStart: 2027, yearEnd: 2027, participantIds }
  const seasonId = (await main.post('/admin/seasons', season)).body.id
  roundId = (await main.post('/admin/rounds', { ...FOOTBALL, seasonId })).body.id
  await main.post(`/admin/rounds/${roundId}/activate`)
})
afterAll(() => office?.close())

const path = (name: string, what: string) => `/admin/rounds/${roundId}/participants/${ids[name]}/${what}`
const token = () => linksOf('', JWT_SECRET).tokenFor({ roundId, playerId: ids.Bob ?? 0, issue: 1 })

/** What the admin sees, once no mail is on its way. */
async function settled() {
  return eventually('settled mails', async () => {
    office.clock.advance(1_000)
    const { body } = await office.main.get(`/admin/rounds/${roundId}/mail`)
    const states = body.participants.map(
      ({ lastMail }: { lastMail: { state: string } | null }) => lastMail?.state,
    )
    return states.includes('kept') && !states.includes('queued') ? body : null
  })
}

describe('an admin of an open sport', () => {
  test('sees who has picked, who can be mailed, and the last mail to each', async () => {
    await office.visitor.post(`/picks/${token()}`, { picks: ['Reds'] })
    expect(await settled()).toMatchObject({
      ...{ roundId, status: 'active', delivery: 'dev', notificationsEnabled: true },
      participants: [
        {
          name: 'Ann',
          hasPicked: false,
          hasAddress: true,
          lastMail: { template: 'pick-link', state: 'kept' },
        },
        { name: 'Bob', hasPicked: true, hasAddress: true, lastMail: { template: 'pick-link' } },
        { name: 'Cleo', hasPicked: false, hasAddress: false, remindersDeclined: false, lastMail: null },
      ],
    })
  })

  test('reminds one player', async () => {
    expect(await office.main.post(path('Ann', 'remind'))).toMatchObject({
      status: 200,
      body: { message: 'Ann is reminded by email' },
    })
    const body = await eventually('the reminder', async () => {
      const seen = await settled()
      return seen.participants[0].lastMail.template === 'reminder' && seen
    })
    expect(body.participants[1].lastMail.template).toBe('pick-link')
  })

  test.each([
    ['who has picked', 'Bob', 409, 'This player has picked already'],
    [
      'without an address',
      'Cleo',
      409,
      'This player has no email address. Copy the link and pass it on yourself',
    ],
    ['from elsewhere', 'Stranger', 404, 'This player is not an active participant of the season'],
  ])('is told why a player %s is not reminded', async (_, name, status, error) => {
    expect(await office.main.post(path(name, 'remind'))).toMatchObject({ status, body: { error } })
  })

  test('copies the link that was mailed, which works', async () => {
    const { status, body } = await office.main.post(path('Bob', 'link'))
    expect({ status, url: body.url }).toEqual({ status: 200, url: `https://picks.test/pick/${token()}` })
    expect(await office.visitor.post(path('Bob', 'link'))).toMatchObject({ status: 401 })
  })

  test('has the link mailed again, also to a player who has picked', async () => {
    expect(await office.main.post(path('Bob', 'resend-link'))).toMatchObject({ status: 200 })
    const mails = await eventually('the second link', async () => {
      const { body } = await office.main.get('/admin/outbox?state=kept')
      const toBob = body.mails.filter(
        ({ to, template }: Record<string, string>) => to === 'bob@example.com' && template === 'pick-link',
      )
      return toBob.length === 2 && toBob
    })
    for (const { text } of mails) expect(text).toContain(`https://picks.test/pick/${token()}`)
    expect(await office.main.post(path('Cleo', 'resend-link'))).toMatchObject({ status: 409 })
  })

  test('sees each kept mail as it looks, for a while and behind its own walls', async () => {
    const { body } = await office.main.get('/admin/outbox')
    const { body: mail } = await office.main.get(`/admin/outbox/${body.mails[0].id}`)
    const preview = await fetch(`${office.application.url}${mail.previewUrl}`)
    expect(preview.status).toBe(200)
    expect(preview.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(preview.headers.get('content-security-policy')).toContain('sandbox')
    expect(await preview.text()).toContain('<h1')
    const { body: again } = await office.main.get(`/admin/outbox/${mail.id}`)
    expect(again.previewUrl, 'the same for minutes').toBe(mail.previewUrl)
    office.clock.advance(1_200_000)
    expect((await fetch(`${office.application.url}${mail.previewUrl}`)).status).toBe(404)
    expect((await fetch(`${office.application.url}${mail.previewUrl}x`)).status).toBe(404)
  })

  test('cannot have a mail sent again that went out, or that is none', async () => {
    const { body } = await office.main.get('/admin/outbox')
    expect(body.mails.some(({ retriable }: { retriable: boolean }) => retriable)).toBe(false)
    expect(await office.main.post(`/admin/outbox/${body.mails[0].id}/retry`)).toMatchObject({ status: 409 })
    const nowhere = '00000000-0000-4000-8000-000000000000'
    expect(await office.main.post(`/admin/outbox/${nowhere}/retry`)).toMatchObject({ status: 404 })
    expect(await office.main.get('/admin/outbox/not-an-id')).toMatchObject({ status: 400 })
  })
})
