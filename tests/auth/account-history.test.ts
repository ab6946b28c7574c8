import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HistoryEntry } from '../../api/contract/history.ts'
import { eventually } from '../support/eventually.ts'
import { aLeague } from '../support/league/a-league.ts'
import { CONNIE } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'

const LOCK_MS = 15 * 60_000
const WRONG = 'Wrong-Horse-7'

let league: RunningLeague
let connie: number
let sam: number
const lines: string[] = []
beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  league = await aLeague().start({ log })
  connie = (await league.admin.get('/auth/me')).body.id
  sam = (await league.addAdmin('Sam')).id
})
afterAll(() => league?.close())

const login = (password: string) => league.visitor.post('/auth/login', { email: CONNIE.email, password })

/** Newest first. */
const entriesOf = async (admin: number): Promise<HistoryEntry[]> =>
  (await league.admin.get(`/admin/history?kind=sign-ins&admin=${admin}`)).body.entries

const newest = (admin: number, type: string, like = {}) =>
  eventually(`${type} in the history`, async () => {
    const [entry] = await entriesOf(admin)
    if (entry?.type !== type) return null
    const { body } = await league.admin.get(`/admin/history/${entry.eventId}`)
    expect(body.data).toMatchObject({ network: expect.stringMatching(/^[\w-]{43}$/), ...like })
    return { ...entry, raw: body }
  })

test('tells who signed in, how, and after how many wrong passwords, with the network of the log lines', async () => {
  await login(WRONG)
  await login(WRONG)
  await login(CONNIE.password)
  const { sentence, actor, raw } = await newest(connie, 'AdminSignedIn', { by: 'password', failures: 2 })
  expect(sentence).toMatch(
    /^Connie signed in from network [\w-]{8} with the password, after 2 wrong passwords$/,
  )
  expect(actor).toEqual({ kind: 'admin', id: connie, name: CONNIE.name })
  const line = lines.findLast((told) => told.includes('sign-in: succeeded')) ?? ''
  expect(JSON.parse(line).security.network).toBe(raw.data.network)

  await login(CONNIE.password)
  const again = await newest(connie, 'AdminSignedIn', { by: 'password', failures: 0 })
  expect(again.sentence).toMatch(/with the password$/)
})

test('tells one lock however long somebody guesses, and how many guesses there were at the next sign-in', async () => {
  const before = (await entriesOf(connie)).length
  for (let lock = 0; lock < 2; lock += 1) {
    for (let guess = 0; guess < 6; guess += 1) await login(WRONG)
    const { sentence, actor } = await newest(connie, 'AdminSignInLocked', { failures: 5 })
    expect(actor.kind).toBe('system')
    expect(sentence).toMatch(
      /^The system stopped accepting passwords for Connie for a while, after 5 wrong passwords, the last from network [\w-]{8}$/,
    )
    league.clock.advance(LOCK_MS + 1_000)
  }
  const unknown = { email: 'stranger@example.com', password: WRONG }
  for (let guess = 0; guess < 6; guess += 1) await league.visitor.post('/auth/login', unknown)
  await login(CONNIE.password)
  await newest(connie, 'AdminSignedIn', { failures: 10 })
  expect(await entriesOf(connie)).toHaveLength(before + 2)
})

test('tells a link that was mailed, at most one in a minute, and the sign-in that it was used for', async () => {
  const before = (await entriesOf(sam)).length
  await league.askForLink('sam@example.com')
  for (let asked = 0; asked < 2; asked += 1) {
    await league.visitor.post('/auth/send-magic-link', { email: 'sam@example.com' })
    await league.visitor.post('/auth/send-magic-link', { email: 'stranger@example.com' })
  }
  // Its mail is written when the others have been decided.
  const token = await league.askForLink('sam@example.com')
  const mailed = await newest(sam, 'AdminLinkMailed', { link: 'sign-in' })
  expect(mailed.sentence).toMatch(/^The system mailed Sam a sign-in link, requested from network [\w-]{8}$/)
  await league.visitor.post('/auth/verify-magic-link', { token })
  const used = await newest(sam, 'AdminSignedIn', { by: 'link' })
  expect(used.sentence).toMatch(/^Sam signed in from network [\w-]{8} by a sign-in link$/)
  expect(await entriesOf(sam)).toHaveLength(before + 3)
  for (const secret of ['127.0.0.1', token, 'sam@example.com']) {
    expect(JSON.stringify([mailed, used])).not.toContain(secret)
  }
})

test('tells a link to reset the password', async () => {
  await league.visitor.post('/auth/forgot-password', { email: CONNIE.email })
  const { sentence } = await newest(connie, 'AdminLinkMailed', { link: 'reset-password' })
  expect(sentence).toContain('mailed Connie a link to reset the password')
})

test('is for the main admin alone, and nothing of it can be undone', async () => {
  const asSam = await league.signInByMail('sam@example.com')
  const [entry] = await entriesOf(connie)
  expect((await asSam.get('/admin/history?kind=sign-ins')).body.entries).toEqual([])
  expect((await asSam.get('/admin/history.csv')).text).not.toContain('AdminSignedIn')
  expect(await asSam.get(`/admin/history/${entry?.eventId}`)).toMatchObject({ status: 404 })
  const others = (await league.admin.get('/admin/history?kind=admins')).body.entries
  expect(others.filter(({ type }: HistoryEntry) => type === 'AdminSignedIn')).toEqual([])
  const signIn = (await entriesOf(connie)).find(({ type }) => type === 'AdminSignedIn')
  expect(await league.admin.post(`/admin/history/${signIn?.eventId}/undo`)).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('Change admin accounts') },
  })
})
