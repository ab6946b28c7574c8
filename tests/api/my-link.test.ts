import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { type Answer, done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'

const FAMILY = 'family@example.com'
const SAID = 'If a player has this address, the link to all picks is on its way. Check your inbox in a minute'
const NAMES = ['Ann', 'Bob', 'Cleo', 'Dan', 'Eli', 'Fay', 'Gus']

let league: RunningLeague

const ask = (email: unknown) => league.visitor.post('/public/my-link', { email })
const mails = async (template: string): Promise<Answer['body'][]> =>
  (await done(league.admin.get('/admin/outbox'))).mails.filter(
    // A player who was deactivated a moment before may have one that is skipped.
    ({ template: of, state }: Answer['body']) => of === template && state !== 'skipped',
  )
/** As the console of the server shows them. */
const pagesPrinted = () =>
  league.application.printed.flatMap((text) => text.match(/https:\/\/picks\.test\/me\/\S+/g) ?? [])
const peopleAt = async (url: string) =>
  (await done(league.visitor.get(`/me/${url.split('/').at(-1)}`))).people.map(
    ({ name }: Answer['body']) => name,
  )
const hours = (count: number) => league.clock.advance(count * 3_600_000)

beforeAll(async () => {
  league = await aLeague()
    .withPlayers(
      NAMES.map((name) => ({ name, email: FAMILY })),
      'Hal',
      'Ida',
      { name: 'Jo', email: null },
    )
    .withSeason()
    .start()
  await done(league.admin.post(`/admin/users/${league.idOf('Ida')}/deactivate`))
})
afterAll(() => league?.close())

test('mails with pick links bring the link to the page of all at the address, and no admin reads it', async () => {
  const roundId = await league.openRound()
  const states = async () => (await mails('pick-link')).map(({ state }) => state)
  await expect.poll(states).toEqual(['kept', 'kept', 'kept'])
  const links = new Set(pagesPrinted())
  expect(await Promise.all([...links].map(peopleAt))).toEqual(
    expect.arrayContaining([NAMES.slice(0, 6), NAMES.slice(6), ['Hal']]),
  )
  expect(links.size).toBe(3)
  const found = await mails('pick-link')
  expect(
    found.map(({ text }) => text.match(/All your picks on one page.*:\n.*\/me\/withheld$/gm)?.length).sort(),
  ).toEqual([1, 2, 2])
  const [{ id, roundId: of }] = found as [Answer['body']]
  const { previewUrl } = await done(league.admin.get(`/admin/outbox/${id}`))
  const preview = await (await fetch(`${league.application.url}${previewUrl}`)).text()
  expect(of).toBe(roundId)
  for (const text of [(await league.admin.get('/admin/outbox')).text, preview]) {
    expect(text).toContain('/me/withheld')
    for (const url of links) expect(text).not.toContain(url.split('/').at(-1))
  }
})

test('the link to my page is mailed to whoever plays at an address, and nobody can tell from the answer', async () => {
  await done(league.admin.put('/admin/settings/email-notifications', { enabled: false }))
  const before = (await league.admin.get('/admin/history')).text
  const asked = [
    FAMILY.toUpperCase(),
    'stranger@example.com',
    'ida@example.com',
    'hal@example.com',
    `player-${league.idOf('Jo')}@placeholder.local`,
  ]
  const answers = await Promise.all(asked.map(ask))
  const seen = answers.map(({ status, text, headers }) => {
    const { date: _, 'x-request-id': __, ...rest } = Object.fromEntries(headers)
    return { status, text, rest }
  })
  for (const one of seen) expect(one).toEqual(seen[0])
  expect(seen[0]).toMatchObject({ status: 202, text: JSON.stringify({ message: SAID }) })
  await eventually(
    'two mails',
    async () => (await mails('my-link')).filter(({ state }) => state === 'kept').length === 2,
  )
  hours(2)
  await ask('hal@example.com')
  await eventually(
    'one more',
    async () => (await mails('my-link')).filter(({ state }) => state === 'kept').length === 3,
  )
  const found = await mails('my-link')
  expect(found.map(({ to }) => to).toSorted()).toEqual([FAMILY, 'hal@example.com', 'hal@example.com'])
  expect(await peopleAt(pagesPrinted().at(-1) ?? '')).toEqual(['Hal'])
  expect(found.find(({ to }) => to === FAMILY).text).toContain('(2 of 2)')
  expect((await league.admin.get('/admin/history')).text).toBe(before)
})

test.each(['', 'nobody', 'a@b, c@d', `${'a'.repeat(251)}@b.c`, 7])('%j is no address', async (email) => {
  expect((await ask(email)).status).toBe(400)
})

test.each([
  ['an address of a player', 'hal@example.com'],
  ['any other one', 'nobody@example.com'],
])('%s is asked about five times in an hour by one client, and no more', async (_, email) => {
  hours(3)
  for (let time = 0; time < 5; time += 1) expect((await ask(email)).status).toBe(202)
  const { status, body } = await ask(email)
  expect([status, body.code]).toEqual([429, 'too-many-attempts'])
})
