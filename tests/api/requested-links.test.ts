import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { type Answer, done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { OSCARS } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'

const FAMILY = 'family@example.com'
const SENT = { message: 'Your links are on their way. Check your inbox in a minute' }
const AGAIN = { message: 'Your links were mailed less than an hour ago. Check your inbox' }

let league: RunningLeague

const token = (name: string, roundId = league.roundIds[0] ?? 0) => league.tokenFor(roundId, league.idOf(name))
const ask = (name: string) => league.visitor.post(`/picks/${token(name)}/links`)
/** Sports that are opened close together may be mailed together. */
const unasked = new Set<number>()
/** With links to several sports, as whoever asks gets them here. */
const mailsTo = async (address: string) =>
  (await done(league.admin.get('/admin/outbox'))).mails.filter(
    ({ id, template, to, roundId }: Answer['body']) =>
      template === 'pick-link' && roundId === null && to === address && !unasked.has(id),
  )

beforeAll(async () => {
  league = await aLeague()
    .withPlayers(
      'Ann',
      { name: 'Bob', email: FAMILY },
      { name: 'Cleo', email: FAMILY },
      { name: 'Dan', email: null },
    )
    .withSeason()
    .withRound({ lockTime: '2027-01-11T18:00:00.000Z' })
    .withRound({ lockTime: '2027-01-20T18:00:00.000Z' })
    .withRound({ ...OSCARS, lockTime: '2027-01-21T18:00:00.000Z' })
    .start()
  // What waits for its mail has no lasting id yet.
  const mails = await eventually('the mails of the sports', async () => {
    const hasReacted = await league.application.hasReacted()
    const all = [...(await mailsTo('ann@example.com')), ...(await mailsTo(FAMILY))]
    return hasReacted && all.every(({ state }) => state !== 'queued') && all
  })
  for (const { id } of mails) unasked.add(id)
  league.clock.set('2027-01-11T18:00:05.000Z')
})
afterAll(() => league?.close())

test('the link of a sport that has locked brings one mail with the links to those that are open', async () => {
  expect(await done(ask('Ann'))).toEqual(SENT)
  await eventually('the mail', async () => (await mailsTo('ann@example.com')).length === 1)
  const [mail] = await mailsTo('ann@example.com')
  const { text } = await done(league.admin.get(`/admin/outbox/${mail.id}`))
  for (const [index, isOpen] of [false, true, true].entries()) {
    expect(text.includes(token('Ann', league.roundIds[index])), `sport ${index + 1}`).toBe(isOpen)
  }
})

test('asked again within an hour it says so and mails nothing more', async () => {
  expect(await done(ask('Ann'))).toEqual(AGAIN)
  league.clock.advance(60 * 60_000)
  expect(await done(ask('Ann'))).toEqual(SENT)
  await eventually('the mail', async () => (await mailsTo('ann@example.com')).length === 2)
})

test('of those who share an address only who asks is meant', async () => {
  expect(await done(ask('Bob'))).toEqual(SENT)
  await eventually('the mail', async () => (await mailsTo(FAMILY)).length === 1)
  expect((await mailsTo(FAMILY))[0].recipientName).toBe('Bob')
})

test('the history says who asked', async () => {
  const { entries } = await done(league.admin.get('/admin/history'))
  const sentences = entries.map(({ actor, sentence }: Answer['body']) => `${actor.name} ${sentence}`)
  expect(sentences.filter((one: string) => one.includes('asked for the links'))).toHaveLength(3)
  expect(sentences.join()).toContain('asked for the links to all open sports of')
})

test('nobody without an address, and nothing where no sport is open', async () => {
  expect(await ask('Dan')).toMatchObject({
    status: 409,
    body: { error: 'We have no email address for you. Ask an admin for your links' },
  })
  expect((await league.visitor.post('/picks/unknown/links')).status).toBe(404)
  await done(league.admin.put('/admin/settings/email-notifications', { enabled: false }))
  expect(await ask('Bob')).toMatchObject({
    status: 409,
    body: { error: 'Mail is off in this league. Ask an admin for your links' },
  })
  league.clock.set('2027-01-22T18:00:00.000Z')
  expect(await ask('Ann')).toMatchObject({
    status: 409,
    body: { error: 'No sport is open for your picks now' },
  })
})
