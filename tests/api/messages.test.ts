import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLinks } from '../../platform/links/links.ts'
import { APP_URL } from '../support/application.ts'
import { eventually } from '../support/eventually.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { JWT_SECRET, type RunningLeague } from '../support/league/running.ts'

let league: RunningLeague

beforeAll(async () => {
  league = await aLeague()
    .withPlayers(
      { name: 'Ann', email: 'family@example.com' },
      { name: 'Bob', email: 'Family@Example.com' },
      'Cleo',
      { name: 'Dan', email: null },
      'Eve',
      'Stranger',
    )
    .withSeason({ participantIds: [1, 2, 3, 4, 5] })
    .withRound()
    .withPicks({ Ann: ['Reds'] })
    .withSeason({ name: 'Other Cup' })
    .withRound()
    .start()
  await done(league.admin.post(`/admin/seasons/1/seal-picks`))
  await fetch(unsubscribeUrl(5), { method: 'POST' })
})
afterAll(() => league?.close())

const unsubscribeUrl = (playerId: number) =>
  openLinks({ secret: JWT_SECRET, appUrl: APP_URL })
    .messages.urlFor([{ playerId }])
    .replace(APP_URL, league.application.url)

const DINNER = { seasonId: 1, audience: 'all', subject: 'Dinner', text: 'At seven.' }
const write = (body: object) => league.admin.post('/admin/messages', { ...DINNER, ...body })
const preview = (body: object) => league.admin.post('/admin/previews/message', { ...DINNER, ...body })

type Mail = { template: string; subject: string; to: string; state: string; recipientName: string }
async function mailsOf(subject: string): Promise<Mail[]> {
  const { mails } = await done(league.admin.get('/admin/outbox'))
  return mails.filter((mail: Mail) => mail.template === 'message' && mail.subject === subject)
}
/** Once all that waited a minute is over. */
const settled = (subject: string) => {
  league.clock.advance(60_000)
  return eventually('the messages', async () => {
    const mails = await mailsOf(subject)
    return mails.length > 0 && mails.every(({ state }) => state !== 'queued') && mails
  })
}

describe('a preview', () => {
  test('says how many mails go out, and who gets none', async () => {
    const { body } = await preview({ subject: 'Dinner on Friday' })
    expect(body).toMatchObject({
      ...{ mails: 2, households: 1, withoutAddress: ['Dan'], declined: ['Eve'] },
      subject: 'Dinner on Friday',
      text: expect.stringMatching(/Hi Ann and Bob,\n\nAt seven\.\n\n/),
    })
    expect(body.html).toContain('At seven.')
    expect(body.text, 'an admin gets no link of a player').not.toMatch(/messages\/\d/)
  })

  test('answers also where nobody would get it, and while mail is off', async () => {
    await done(league.admin.put('/admin/settings/email-notifications', { enabled: false }))
    expect(await write({})).toMatchObject({ status: 409, body: { code: 'mail-off' } })
    expect(await preview({})).toMatchObject({ status: 200, body: { mails: 2 } })
    await done(league.admin.put('/admin/settings/email-notifications', { enabled: true }))
    for (const to of [{ audience: 'chosen' }, { audience: 'chosen', playerIds: [4, 5] }]) {
      expect(await write(to)).toMatchObject({ status: 409, body: { code: 'message-for-nobody' } })
      expect(await preview(to)).toMatchObject({ status: 200, body: { mails: 0 } })
    }
  })
})

test.each([
  ['a sport that is missing', { audience: 'picked' }, 400, 'Choose the sport whose picks you mean'],
  ['a sport of another season', { audience: 'picked', roundId: 2 }, 404, 'Sport not found'],
  ['a stranger', { audience: 'chosen', playerIds: [3, 6] }, 400, 'Not active in this season: Stranger'],
  ['a subject of two lines', { subject: 'Dinner\nBcc: all' }, 400, 'The subject must be one line'],
  ['no words', { text: ' ' }, 400, 'The message must be 1 to 2000 characters'],
  ['a season that does not exist', { seasonId: 9 }, 404, 'Season not found'],
])('%s is refused, and so is its preview', async (_, body, status, error) => {
  for (const asked of [write, preview]) expect(await asked(body)).toMatchObject({ status, body: { error } })
})

test('it is for seasons that run', async () => {
  await done(league.admin.put('/admin/seasons/2/toggle-active', { isActive: false }))
  expect(await write({ seasonId: 2 })).toMatchObject({ status: 409, body: { code: 'season-not-active' } })
})

test('a household gets one mail, and the history says of it neither subject nor text', async () => {
  const { status, body } = await write({ subject: 'Secret words', audience: 'not_picked', roundId: 1 })
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      ...{ id: expect.any(Number), recipientCount: 2 },
      message: 'No mail server is set: mails to 2 players are kept under Mail',
    },
  })
  expect((await settled('Secret words')).map(({ recipientName }) => recipientName).toSorted()).toEqual([
    'Bob',
    'Cleo',
  ])
  const history = await league.admin.get('/admin/history?season=1')
  expect(history.text).not.toContain('Secret words')
  expect(history.body.entries[0].sentence).toBe(
    'Connie sent a message to 2 players of Family Cup without a pick for Football',
  )
})

test('any admin withdraws it within a minute, twice is once, and then it has gone out', async () => {
  const { email } = await league.addAdmin('Sam')
  const sam = await league.signInByMail(email)
  const withdraw = (id: number) => sam.post(`/admin/messages/${id}/withdraw`)
  const { id } = await done(write({ subject: 'Withdrawn' }))
  const { id: later } = await done(write({ subject: 'Gone out' }))
  for (const _ of [1, 2]) expect((await withdraw(id)).status).toBe(200)
  const { entries } = await done(league.admin.get('/admin/history?season=1'))
  expect(entries.filter(({ type }: Entry) => type === 'MessageWithdrawn')).toHaveLength(1)
  expect(entries[0].sentence).toBe('Sam withdrew a message to players of Family Cup before it went out')
  expect((await settled('Gone out')).map(({ state }) => state)).toEqual(['kept', 'kept'])
  expect(await mailsOf('Withdrawn')).toEqual([])
  expect(await withdraw(later)).toMatchObject({ status: 409, body: { error: 'It has gone out' } })
  expect((await withdraw(99)).status).toBe(404)
})
type Entry = { type: string }

test('an erasure deletes the messages that name the person, next to a symbol too', async () => {
  await done(write({ subject: 'Named', text: 'Well done Stranger🏆' }))
  await done(write({ subject: 'Not named', text: 'No strangers at the table' }))
  await settled('Named')
  await settled('Not named')
  const erasing = league.admin.post(`/admin/users/${league.idOf('Stranger')}/erase`, {
    confirmation: 'ERASE',
  })
  expect(await erasing).toMatchObject({ status: 200 })
  expect(await mailsOf('Named')).toEqual([])
  expect(await mailsOf('Not named')).not.toEqual([])
})
