import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { type Answer, done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { OSCARS } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'

const FAMILY = 'family@example.com'
const SENT = { message: 'Your links are on their way. Look at your mail in a minute' }

let league: RunningLeague

const token = (name: string, roundId = league.roundIds[0] ?? 0) => league.tokenFor(roundId, league.idOf(name))
const ask = (name: string) => league.visitor.post(`/picks/${token(name)}/links`)
const mailsWithLinks = async () =>
  (await done(league.admin.get('/admin/outbox'))).mails.filter(({ template }: Answer['body']) =>
    template.startsWith('pick-link'),
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
  league.clock.set('2027-01-11T18:00:05.000Z')
})
afterAll(() => league?.close())

test('the link of a sport that has locked brings one mail with the links to those that are open', async () => {
  const before = (await mailsWithLinks()).length
  expect(await done(ask('Ann'))).toEqual(SENT)
  await eventually('the mail', async () => (await mailsWithLinks()).length === before + 1)
  const [mail] = (await mailsWithLinks()).filter(({ template }: Answer['body']) => template === 'pick-links')
  const { text } = await done(league.admin.get(`/admin/outbox/${mail.id}`))
  expect(mail.to).toBe('ann@example.com')
  for (const [index, isOpen] of [false, true, true].entries()) {
    expect(text.includes(token('Ann', league.roundIds[index])), `sport ${index + 1}`).toBe(isOpen)
  }
})

test('asked again within ten minutes it says the same and mails nothing more', async () => {
  const before = (await mailsWithLinks()).length
  expect(await done(ask('Ann'))).toEqual(SENT)
  league.clock.advance(10 * 60_000)
  expect(await done(ask('Ann'))).toEqual(SENT)
  await eventually('the mail', async () => (await mailsWithLinks()).length === before + 1)
})

test('of those who share an address only who asks is meant', async () => {
  expect(await done(ask('Bob'))).toEqual(SENT)
  await eventually('the mail', async () => {
    const mails = (await mailsWithLinks()).filter(
      ({ recipientName }: Answer['body']) => recipientName === 'Bob',
    )
    return mails.length === 1
  })
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
  league.clock.set('2027-01-22T18:00:00.000Z')
  expect(await ask('Ann')).toMatchObject({
    status: 409,
    body: { error: 'No sport is open for your picks now' },
  })
})
