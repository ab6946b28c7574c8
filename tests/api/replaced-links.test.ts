import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openLinks } from '../../platform/links/links.ts'
import { eventually } from '../support/eventually.ts'
import { type Answer, done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { OSCARS } from '../support/league/examples.ts'
import { JWT_SECRET, type RunningLeague } from '../support/league/running.ts'

const FIRST_LOCKS_AT = '2027-01-11T18:00:00.000Z'
const LOCKS_AT = '2027-01-20T18:00:00.000Z'
const REPLACED = 'This link was replaced. Ask for a new one'
const FAMILY = 'family@example.com'

let league: RunningLeague
let football: number
let locked: number
let old: string

const id = (name: string) => league.idOf(name)
const link = async (name: string) => {
  const path = `/admin/rounds/${football}/participants/${id(name)}/link`
  return (await done(league.admin.post(path))).url.split('/').at(-1)
}
const mails = async (template: string) =>
  (await done(league.admin.get('/admin/outbox'))).mails.filter(
    (mail: Answer['body']) => mail.template === template,
  )
/** What still waits would go out with what comes, or to another address. */
const linksGone = async () => {
  await eventually('the links so far', async () => {
    const hasReacted = await league.application.hasReacted()
    return hasReacted && (await mails('pick-link')).every(({ state }: Answer['body']) => state !== 'queued')
  })
}
const edit = (name: string, email: string) =>
  done(league.admin.put(`/admin/users/${id(name)}`, { name, email }))
const record = async () =>
  (await done(league.visitor.get(`/public/seasons/${league.seasonId}/record`))).entries
const answersTo = async (token: string) =>
  Promise.all([
    league.visitor.get(`/picks/${token}`),
    league.visitor.get(`/picks/validate/${token}`),
    league.visitor.post(`/picks/${token}`, { picks: ['Blues'] }),
  ])
const statuses = async (token: string) => (await answersTo(token)).map(({ status }) => status)

beforeAll(async () => {
  league = await aLeague()
    .withPlayers('Ann', { name: 'Bob', email: FAMILY }, { name: 'Cleo', email: FAMILY })
    .withSeason()
    .withRound({ lockTime: FIRST_LOCKS_AT })
    .withRound({ lockTime: LOCKS_AT })
    .start()
  ;[locked = 0, football = 0] = league.roundIds
  // What the log calls locked keeps its links.
  await league.lockAt(FIRST_LOCKS_AT)
})
afterAll(() => league?.close())
beforeEach(linksGone)

test('another address brings other links, and no mail to the former one where picks are not hidden', async () => {
  const first = await link('Ann')
  await edit('Ann', 'other@example.com')
  await edit('Ann', 'ann@example.com')
  old = await link('Ann')
  expect(await statuses(old)).toEqual([200, 200, 200])
  expect(await statuses(first)).toEqual([410, 410, 410])
  // With it the former address could ask late in the name of the player.
  const toLocked = `/picks/${league.tokenFor(locked, id('Ann'))}`
  expect(await league.visitor.get(toLocked)).toMatchObject({ status: 410 })
  expect(await league.visitor.post(`${toLocked}/ask-late`, { picks: ['Reds'] })).toMatchObject({
    status: 410,
  })
  expect(await mails('address-changed')).toEqual([])
})

test('sealing gives open sports new links, which are mailed, a household once', async () => {
  const before = (await mails('pick-link')).length
  await done(league.admin.post(`/admin/seasons/${league.seasonId}/seal-picks`))
  await eventually('new links', async () => (await mails('pick-link')).length === before + 2)
  const answers = await answersTo(old)
  expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
    Array.from({ length: 3 }, () => [410, REPLACED]),
  )
  expect(answers.map(({ text }) => text).join()).not.toContain('Blues')
  const newest = await link('Ann')
  expect(newest).not.toBe(old)
  expect(await statuses(newest)).toEqual([200, 200, 200])
  // What has locked is public.
  expect((await league.visitor.get(`/picks/${league.tokenFor(locked, id('Bob'))}`)).status).toBe(200)
  const types = (await record()).map(({ type }: Answer['body']) => type)
  expect(types).toEqual(['link_copied', 'picks_sealed', 'address_changed', 'address_changed'])
})

test('another address does so for that player, is told to the former one, and is in the record without it', async () => {
  const before = await link('Bob')
  const anns = await link('Ann')
  await edit('Bob', 'casey@example.com')
  await eventually('the mails', async () => {
    const links = (await mails('pick-link')).filter(({ to }: Answer['body']) => to === 'casey@example.com')
    return links.length === 1 && (await mails('address-changed')).length === 1
  })
  expect((await answersTo(before)).map(({ body }) => body.error)).toEqual([REPLACED, REPLACED, REPLACED])
  expect(await statuses(anns)).toEqual([200, 200, 200])
  const [told] = await mails('address-changed')
  expect(told).toMatchObject({ to: FAMILY, subject: "Family Cup: Bob's address was changed" })
  expect(told.text).not.toContain('casey')
  expect(told.text).toContain('Your old links no longer work, and new ones go elsewhere.')
  const [entry] = await record()
  expect(entry).toMatchObject({ type: 'address_changed', admin: 'Connie' })
  expect(entry.sentence).toBe('Connie changed the email address of Bob while Football was open')
})

test('so does the undo of it, which is told to the address that goes', async () => {
  const addressed = async (template: string) =>
    (await mails(template)).flatMap(({ to, state }: Answer['body']) => (state === 'skipped' ? [] : to))
  const links = async () => (await addressed('pick-link')).filter((to: string) => to === FAMILY).length
  const before = await links()
  const { entries } = await done(league.admin.get(`/admin/history?player=${id('Bob')}&kind=players`))
  await done(league.admin.post(`/admin/history/${entries[0].eventId}/undo`, { reason: 'A slip' }))
  await eventually('the mail', async () => (await mails('address-changed')).length === 2)
  expect((await addressed('address-changed')).toSorted()).toEqual(['casey@example.com', FAMILY])
  await eventually('the link', async () => (await links()) === before + 1)
  expect((await record())[0]).toMatchObject({ type: 'undone', reason: 'A slip' })
})

test('so does one while the player is out, before the new links come with the way back', async () => {
  const before = await link('Ann')
  const to = async (address: string, template: string) =>
    (await mails(template)).filter((mail: Answer['body']) => mail.to === address)
  const participants = `/admin/season-participants/${league.seasonId}/participants`
  await done(league.admin.delete(`${participants}/${id('Ann')}`))
  await edit('Ann', 'evil@example.com')
  await eventually('the mail', async () => (await to('ann@example.com', 'address-changed')).length === 1)
  expect(await to('evil@example.com', 'pick-link')).toEqual([])
  // The page says why a pick is closed, and shows it: not to whoever has a former link.
  expect(await statuses(before)).toEqual([410, 410, 410])
  await done(league.admin.post(participants, { userId: id('Ann') }))
  await eventually('the link', async () => (await to('evil@example.com', 'pick-link')).length === 1)
  expect((await answersTo(before)).map(({ body }) => body.error)).toEqual([REPLACED, REPLACED, REPLACED])
  const [mail] = await to('evil@example.com', 'pick-link')
  expect(mail.text).not.toContain(before)
  const [, entry] = await record()
  expect(entry).toMatchObject({ type: 'address_changed', admin: 'Connie' })
  expect(entry.sentence).toContain('changed the email address of Ann while Football was open')
})

test("a name that was another participant's, given in the same edit, hides nothing of it", async () => {
  const [bob, cleo] = [id('Bob'), id('Cleo')]
  await done(league.admin.put(`/admin/users/${bob}`, { name: 'Robert', email: FAMILY }))
  await done(league.admin.put(`/admin/users/${cleo}`, { name: 'Bob', email: 'cleo@example.com' }))
  await eventually('both', async () => {
    const told = (await record()).slice(0, 2).map(({ sentence }: Answer['body']) => sentence)
    return (
      told[0] === 'Connie changed the email address of Bob while Football was open' &&
      told[1] === 'Connie gave Bob a name that another participant has had since the first lock'
    )
  })
})

test('a sport that opens under the seal has links of its own from the start', async () => {
  const oscars = await league.openRound({ ...OSCARS, lockTime: LOCKS_AT })
  expect((await league.visitor.get(`/picks/${league.tokenFor(oscars, id('Ann'))}`)).status).toBe(200)
})

test('an admin replaces all links of one player, to locked sports and to stop reminders too, and only that player is mailed', async () => {
  const links = openLinks({ secret: JWT_SECRET, appUrl: league.application.url })
  const family = ['Ann', 'Cleo'].map((name) => ({ playerId: id(name) }))
  const [mine, theirs] = [links.reminders.urlFor(family), links.reminders.urlFor(family.slice(1))]
  const [before, cleos, recorded] = [await link('Ann'), await link('Cleo'), (await record()).length]
  const mailed = (await mails('pick-link')).length
  const path = `/admin/users/${id('Ann')}/replace-links`
  const answer = await league.admin.post(path, { reason: 'A mail was forwarded' })
  expect(answer).toMatchObject({ status: 200, body: { message: 'Links replaced' } })
  await eventually('the links', async () => (await mails('pick-link')).length > mailed)
  await linksGone()
  expect((await mails('pick-link')).length).toBe(mailed + 1)
  const refused = [
    ...(await answersTo(before)),
    await league.visitor.post(`/picks/${before}/links`),
    await league.visitor.get(`/picks/${league.tokenFor(locked, id('Ann'))}`),
  ]
  for (const one of refused) expect(one).toMatchObject({ status: 410, body: { error: REPLACED } })
  for (const method of ['GET', 'POST']) {
    const page = await fetch(mine, { method })
    expect([page.status, (await page.text()).includes(REPLACED)]).toEqual([410, true])
  }
  expect([await statuses(cleos), (await fetch(theirs)).status]).toEqual([[200, 200, 200], 200])
  expect(await statuses(await link('Ann'))).toEqual([200, 200, 200])
  expect((await record()).length).toBe(recorded + 1)
  const { entries } = await done(league.admin.get(`/admin/history?player=${id('Ann')}&kind=players`))
  const [{ sentence, reason, eventId }] = entries
  expect([sentence, reason]).toEqual([
    'Connie replaced all links of Ann: those in earlier mails no longer work',
    'A mail was forwarded',
  ])
  expect(await league.admin.post(`/admin/history/${eventId}/undo`, WHY)).toMatchObject({
    ...{ status: 409, body: { error: 'A link that was replaced does not work again' } },
  })
})

const WHY = { reason: 'A slip' }
