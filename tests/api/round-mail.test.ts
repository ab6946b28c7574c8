import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

let league: RunningLeague
let roundId: number

beforeAll(async () => {
  const people = ['Ann', 'Bob', { name: 'Cleo', email: null }, 'Stranger']
  league = await aLeague()
    .withPlayers(people)
    .withSeason({ participantIds: [1, 2, 3] })
    .withRound()
    .start()
  roundId = league.roundId
})
afterAll(() => league?.close())

const path = (name: string, what: string) =>
  `/admin/rounds/${roundId}/participants/${league.idOf(name)}/${what}`
const token = () => league.tokenFor(roundId, league.idOf('Bob'))

/** What the admin sees, once no mail is on its way. */
async function settled() {
  return eventually('settled mails', async () => {
    league.clock.advance(1_000)
    const { body } = await league.admin.get(`/admin/rounds/${roundId}/mail`)
    const states = body.participants.map(
      ({ lastMail }: { lastMail: { state: string } | null }) => lastMail?.state,
    )
    return states.includes('kept') && !states.includes('queued') ? body : null
  })
}

describe('an admin of an open sport', () => {
  test('sees who has picked, who can be mailed, and the last mail to each', async () => {
    await league.visitor.post(`/picks/${token()}`, { picks: ['Reds'] })
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
    expect(await league.admin.post(path('Ann', 'remind'))).toMatchObject({
      status: 200,
      body: { message: 'No mail server is set: the mail to 1 player is kept under Mail' },
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
    expect(await league.admin.post(path(name, 'remind'))).toMatchObject({ status, body: { error } })
  })

  test('copies the link that was mailed, which works', async () => {
    const { status, body } = await league.admin.post(path('Bob', 'link'))
    expect({ status, url: body.url }).toEqual({ status: 200, url: `https://picks.test/pick/${token()}` })
    expect(await league.visitor.post(path('Bob', 'link'))).toMatchObject({ status: 401 })
  })

  test('has the link mailed again, also to a player who has picked', async () => {
    expect(await league.admin.post(path('Bob', 'resend-link'))).toMatchObject({ status: 200 })
    const mails = await eventually('the second link', async () => {
      const { body } = await league.admin.get('/admin/outbox?state=kept')
      const toBob = body.mails.filter(
        ({ to, template }: Record<string, string>) => to === 'bob@example.com' && template === 'pick-link',
      )
      return toBob.length === 2 && toBob
    })
    for (const { text } of mails) expect(text).toContain(`https://picks.test/pick/${token()}`)
    expect(await league.admin.post(path('Cleo', 'resend-link'))).toMatchObject({ status: 409 })
  })

  test('sees each kept mail as it looks, for a while and behind its own walls', async () => {
    const { body } = await league.admin.get('/admin/outbox')
    const { body: mail } = await league.admin.get(`/admin/outbox/${body.mails[0].id}`)
    const preview = await fetch(`${league.application.url}${mail.previewUrl}`)
    expect(preview.status).toBe(200)
    expect(preview.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(preview.headers.get('content-security-policy')).toContain('sandbox')
    expect(await preview.text()).toContain('<h1')
    const { body: again } = await league.admin.get(`/admin/outbox/${mail.id}`)
    expect(again.previewUrl, 'the same for minutes').toBe(mail.previewUrl)
    league.clock.advance(1_200_000)
    expect((await fetch(`${league.application.url}${mail.previewUrl}`)).status).toBe(404)
    expect((await fetch(`${league.application.url}${mail.previewUrl}x`)).status).toBe(404)
  })

  test('cannot have a mail sent again that went out, or that is none', async () => {
    const { body } = await league.admin.get('/admin/outbox')
    expect(body.mails.some(({ retriable }: { retriable: boolean }) => retriable)).toBe(false)
    expect(await league.admin.post(`/admin/outbox/${body.mails[0].id}/retry`)).toMatchObject({ status: 409 })
    const nowhere = '00000000-0000-4000-8000-000000000000'
    expect(await league.admin.post(`/admin/outbox/${nowhere}/retry`)).toMatchObject({ status: 404 })
    expect(await league.admin.get('/admin/outbox/not-an-id')).toMatchObject({ status: 400 })
  })
})
