import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { longTest } from '../deep/depth.ts'
import { eventually } from '../support/eventually.ts'
import { type Answer, done, http } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { FAMILY_CUP } from '../support/league/examples.ts'
import type { RunningLeague } from '../support/league/running.ts'
import { type SmtpServerForTest, startSmtpServer } from '../support/smtp-server.ts'

const HOUR_MS = 3_600_000
const ASK = { approval: 'ask' }
const OPEN = { approval: 'open' }
const INVALID = { status: 404, body: { code: 'join-confirmation-invalid' } }

let smtp: SmtpServerForTest
let league: RunningLeague
const logged: string[] = []
beforeAll(async () => {
  smtp = await startSmtpServer()
  const log = pino({ level: 'debug' }, { write: (line: string) => logged.push(line) })
  const players = [
    { name: 'Ann', email: 'family@example.com' },
    { name: 'Bo', email: 'bo@example.com' },
  ]
  league = await aLeague()
    .withPlayers(...players)
    .withSeason()
    .start({ config: { smtp: smtp.config, trustProxy: ['127.0.0.1'] }, log })
})
afterAll(async () => {
  await league?.close()
  await smtp?.stop()
})

/** A season of its own for each test, nobody in it. */
let seasonId: number
let token: string
beforeEach(async () => {
  league.clock.advance(2 * HOUR_MS)
  seasonId = (await done(league.admin.post('/admin/seasons', { ...FAMILY_CUP, participantIds: [] }))).id
})

const linkPath = () => `/admin/seasons/${seasonId}/join-link`
const tokenIn = ({ url }: { url: string }) => url.split('/').at(-1) ?? ''
async function open(terms: object) {
  token = tokenIn(await done(league.admin.post(linkPath(), terms)))
}
const ask = (name: string, email: string, from = '203.0.113.1') =>
  league.visitor.post(`/public/join/${token}`, { name, email }, { 'x-forwarded-for': from })
const confirm = (confirmation: string | undefined) =>
  league.visitor.post('/public/join-confirmations', { token: confirmation })
const mailsTo = (email: string) =>
  smtp.mails.filter(({ recipients }) => recipients.join().toLowerCase() === email.toLowerCase())

/** The token of the mail that follows. */
async function confirmationFor(name: string, email: string) {
  const { length } = mailsTo(email)
  expect((await ask(name, email)).status).toBe(202)
  const mail = await eventually('the mail', async () => mailsTo(email)[length])
  return /\/join\/confirm\/([\w-]{43})\s/.exec(mail.text ?? '')?.[1] ?? ''
}
const requests = async () =>
  (await done(league.admin.get('/admin/join-requests'))).filter(
    (request: Answer['body']) => request.seasonId === seasonId,
  )
const decide = async (decision: 'accept' | 'decline', id: string) =>
  league.admin.post(`/admin/join-requests/${id}/${decision}`)
const participants = async () =>
  (await done(league.admin.get(`/admin/season-participants/${seasonId}`))).map(
    ({ name }: Answer['body']) => name,
  )
const history = async () =>
  (await done(league.admin.get(`/admin/history?season=${seasonId}`))).entries.map(
    ({ sentence }: Answer['body']) => sentence,
  )
const playersCalled = async (name: string) =>
  (await done(league.admin.get('/admin/users'))).filter((player: Answer['body']) => player.name === name)

describe('a join link', () => {
  test('stays the same while it is open, and never works again once it was closed', async () => {
    expect(await league.admin.get(linkPath())).toMatchObject({ status: 404 })
    await open(ASK)
    const first = token
    await open({ ...OPEN, until: '2027-12-31T20:00' })
    expect(token).toBe(first)
    expect(await done(league.admin.get(linkPath()))).toMatchObject({ ...OPEN, waiting: 0 })
    await done(league.admin.delete(linkPath()))
    expect(await league.admin.get(linkPath())).toMatchObject({ status: 404 })
    await open(ASK)
    expect(token).not.toBe(first)
    expect(await league.visitor.get(`/public/join/${first}`)).toMatchObject({ status: 410 })
    expect(await league.visitor.get(`/public/join/${token}`)).toMatchObject({ status: 200 })
  })

  test.each([
    ['its time has come', async () => league.clock.set('2028-01-01T00:00:00.000Z')],
    ['it was closed', async () => done(league.admin.delete(linkPath()))],
    ['the season has ended', async () => done(league.admin.post(`/admin/seasons/${seasonId}/end`))],
  ])('is gone for everybody once %s', async (_, end) => {
    const before = league.clock.now()
    await open({ ...ASK, until: '2027-12-31T20:00:00Z' })
    await end()
    const closed = { status: 410, body: { code: 'join-link-closed' } }
    expect(await league.visitor.get(`/public/join/${token}`)).toMatchObject(closed)
    expect(await ask('Nia', 'nia@example.com')).toMatchObject(closed)
    expect(await league.visitor.get('/public/join/1-1-aaaaaaaaaaaaaaaaaaaaaa')).toMatchObject({ status: 404 })
    league.clock.set(before)
  })

  test('is looked at a hundred times without a trace, and so is the page that confirms', async () => {
    await open(OPEN)
    const confirmation = await confirmationFor('Lou', 'lou@example.com')
    const { url } = league.application
    for (let times = 0; times < 50; times += 1) {
      for (const path of [`/join/${token}`, `/join/confirm/${confirmation}`, `/api/public/join/${token}`]) {
        for (const method of ['GET', 'HEAD']) {
          expect((await fetch(`${url}${path}`, { method })).status, path).toBe(200)
        }
      }
    }
    expect(await participants()).toEqual([])
    expect(await history()).toHaveLength(2)
    expect((await confirm(confirmation)).body.joined).toBe(true)
  })
})

describe('a request', () => {
  test('waits for an admin once its address is confirmed', async () => {
    await open(ASK)
    const confirmation = await confirmationFor('Cleo', 'cleo@example.com')
    expect(await requests()).toEqual([])
    const confirmed = await done(confirm(confirmation))
    expect(confirmed).toMatchObject({ seasonId, joined: false })
    const [request] = await requests()
    expect(request).toMatchObject({ name: 'Cleo', email: 'cleo@example.com', confirmed: true, player: null })
    const { userId } = await done(decide('accept', request.id))
    expect(await done(decide('accept', request.id))).toMatchObject({ userId })
    expect(await participants()).toEqual(['Cleo'])
    expect(await history()).toContain('Connie added Cleo to Family Cup')
    expect(await done(confirm(confirmation))).toEqual(confirmed)
    expect(await requests()).toEqual([])
  })

  test('is declined without a trace, and its mail goes with it', async () => {
    await open(ASK)
    const confirmation = await confirmationFor('Dora', 'dora@example.com')
    await done(confirm(confirmation))
    await confirmationFor(' dora', 'Dora@example.com')
    const [request] = await requests()
    await done(decide('decline', request.id))
    expect(await requests()).toEqual([])
    expect(await decide('decline', request.id)).toMatchObject({ status: 404 })
    expect(await confirm(confirmation)).toMatchObject(INVALID)
    expect(await history()).toHaveLength(2)
    expect((await league.admin.get('/admin/outbox')).text).not.toMatch(/dora/i)
  })

  test('that nobody confirms ends after a day', async () => {
    await open(ASK)
    const confirmation = await confirmationFor('Eve', 'eve@example.com')
    league.clock.advance(24 * HOUR_MS)
    expect(await confirm(confirmation)).toMatchObject(INVALID)
  })

  longTest('that nobody confirms is gone after a day, with its mail', async () => {
    await open(ASK)
    await confirmationFor('Fay', 'fay@example.com')
    expect((await league.admin.get('/admin/outbox')).text).toContain('fay@example.com')
    league.clock.advance(24 * HOUR_MS)
    await sleep(60_000)
    await eventually('the mail is gone', async () => {
      const { text } = await league.admin.get('/admin/outbox')
      return !text.includes('fay@example.com')
    })
  })

  test('by an open link makes a player, and adds the one who is there', async () => {
    await open(OPEN)
    const confirmation = await confirmationFor('Finn', 'finn@example.com')
    const joined = await done(confirm(confirmation))
    expect(joined).toMatchObject({ joined: true })
    expect(await done(confirm(confirmation))).toEqual(joined)
    await done(confirm(await confirmationFor(' ANN', 'Family@Example.com')))
    await done(confirm(await confirmationFor('Gus', 'family@example.com')))
    await done(confirm(await confirmationFor('Ann', 'family@example.com')))
    expect(await participants()).toEqual(['Ann', 'Finn', 'Gus'])
    expect(await playersCalled('Ann')).toHaveLength(1)
    expect(await history()).toEqual([
      'The system added Gus to Family Cup',
      'The system added Ann to Family Cup',
      'The system added Finn to Family Cup',
      expect.stringMatching(/^Connie opened the join link/),
      expect.stringMatching(/^Connie created/),
    ])
    const { entries } = await done(league.admin.get(`/admin/history?season=${seasonId}`))
    const raw = await done(league.admin.get(`/admin/history/${entries[0].eventId}`))
    expect(raw.metadata.causationId).toBe(entries[3].eventId)
  })

  test('of a deactivated player waits for an admin, also by an open link', async () => {
    await open(OPEN)
    const [{ id }] = await playersCalled('Bo')
    await done(league.admin.post(`/admin/users/${id}/deactivate`))
    expect((await confirm(await confirmationFor('Bo', 'bo@example.com'))).body.joined).toBe(false)
    expect(await requests()).toMatchObject([{ player: { id, name: 'Bo', isActive: false } }])
    await done(league.admin.post(`/admin/users/${id}/reactivate`))
  })

  test.each([
    ['closed', async () => done(league.admin.delete(linkPath()))],
    ['replaced', async () => done(league.admin.delete(linkPath())).then(() => open(OPEN))],
  ])('waits for an admin where the link was %s between form and confirmation', async (_, close) => {
    await open(OPEN)
    const confirmation = await confirmationFor('Hal', 'hal@example.com')
    await close()
    expect((await confirm(confirmation)).body.joined).toBe(false)
    const [request] = await requests()
    await done(decide('accept', request.id))
    expect(await participants()).toEqual(['Hal'])
  })

  test('that is confirmed ten times at once, by two mails, makes one player', async () => {
    await open(OPEN)
    const confirmations = [
      await confirmationFor('Ivy', 'ivy@example.com'),
      await confirmationFor('Ivy', 'ivy@example.com'),
    ]
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => confirm(confirmations[index % 2])),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(await playersCalled('Ivy')).toHaveLength(1)
    expect(await participants()).toEqual(['Ivy'])
  })

  test('is found again where a crash left the player without the season', async () => {
    await open(ASK)
    await done(confirm(await confirmationFor('Jo', 'jo@example.com')))
    const { id } = await done(league.admin.post('/admin/users', { name: 'Jo', email: 'jo@example.com' }))
    const [request] = await requests()
    expect(await done(decide('accept', request.id))).toMatchObject({ userId: id })
    expect(await participants()).toEqual(['Jo'])
  })

  test('is answered alike for known and unknown, in words and mail', async () => {
    await open(ASK)
    const [known, stranger] = [await ask('Ann', 'family@example.com'), await ask('Kim', 'kim@example.com')]
    expect({ status: known.status, text: known.text }).toEqual({ status: 202, text: stranger.text })
    const mails = await eventually('both mails', async () => {
      const found = [mailsTo('family@example.com').at(-1), mailsTo('kim@example.com').at(-1)]
      return found.every(Boolean) && found
    })
    const [first, second] = mails.map((mail) => mail?.text?.replace(/confirm\/[\w-]+/, ''))
    expect(first).toBe(second)
    expect(await ask('Kim', 'nobody')).toMatchObject({ status: 400, body: { code: 'email-invalid' } })
    expect(await ask('Kim', 'p@placeholder.local')).toMatchObject({ status: 400 })
  })

  test('goes with a person who is erased', async () => {
    await open(ASK)
    await done(confirm(await confirmationFor('Lea', 'lea@example.com')))
    const { id } = await done(league.admin.post('/admin/users', { name: 'Other', email: 'LEA@example.com' }))
    await done(league.admin.post(`/admin/users/${id}/erase`, { confirmation: 'ERASE' }))
    expect(await requests()).toEqual([])
    expect((await league.admin.get('/admin/outbox')).text).not.toMatch(/lea@/i)
  })
})

test('twelve people of one place join within minutes, and are on the list', async () => {
  await open(OPEN)
  const names = Array.from({ length: 12 }, (_, index) => `Guest ${index + 1}`)
  const emails = names.map((name) => `${name.replace(' ', '')}@example.com`)
  const asked = await Promise.all(names.map((name, index) => ask(name, emails[index] ?? '')))
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([202]))
  const found = await eventually('twelve mails', async () => {
    const mails = emails.map((email) => mailsTo(email)[0])
    return mails.every(Boolean) && mails
  })
  const tokens = found.map((mail) => /confirm\/([\w-]{43})/.exec(mail?.text ?? '')?.[1])
  const confirmed = await Promise.all(tokens.map(confirm))
  expect(confirmed.map(({ body }) => body.joined)).toEqual(names.map(() => true))
  expect(await participants()).toEqual(names)
  const { playerCount } = await done(league.visitor.get(`/public/join/${token}`))
  expect(playerCount).toBe(12)
})

test('no line of the log holds a token', async () => {
  await open(OPEN)
  const confirmation = await confirmationFor('Mo', 'mo@example.com')
  await fetch(`${league.application.url}/join/confirm/${confirmation}`)
  await done(confirm(confirmation))
  await confirm(`${confirmation}x`)
  expect(logged.some((line) => line.includes('/api/public/join-confirmations'))).toBe(true)
  expect(logged.filter((line) => line.includes(token) || line.includes(confirmation))).toEqual([])
})

test('without a mail server an admin decides, and nothing claims that addresses are confirmed', async () => {
  const plain = await aLeague().withSeason().start()
  onTestFinished(() => plain.close())
  const path = `/admin/seasons/${plain.seasonId}/join-link`
  expect(await plain.admin.post(path, OPEN)).toMatchObject({ status: 409, body: { code: 'join-needs-mail' } })
  const link = await done(plain.admin.post(path, ASK))
  expect(await done(plain.visitor.get(`/public/join/${tokenIn(link)}`))).toMatchObject({ confirms: false })
  await done(plain.visitor.post(`/public/join/${tokenIn(link)}`, { name: 'Nia', email: 'nia@example.com' }))
  const [request] = await done(plain.admin.get('/admin/join-requests'))
  expect(request).toMatchObject({ name: 'Nia', confirmed: false })
  expect((await done(plain.admin.get('/admin/outbox'))).mails).toEqual([])
  expect((await http(plain.application.url).get('/admin/join-requests')).status).toBe(401)
})

describe('a flood', () => {
  test('of one client ends at five for an address and sixty in all, and others still join', async () => {
    await open(ASK)
    const forOne = await Promise.all(
      Array.from({ length: 6 }, () => ask('Ann', 'family@example.com', '198.51.100.1')),
    )
    expect(forOne.map(({ status }) => status).toSorted()).toEqual([202, 202, 202, 202, 202, 429])
    const inAll: number[] = []
    for (let index = 0; index < 55; index += 1) {
      inAll.push((await ask(`P${index}`, `p${index}@example.com`, '198.51.100.1')).status)
    }
    expect(inAll.filter((status) => status === 202)).toHaveLength(54)
    expect((await ask('Ann', 'family@example.com', '198.51.100.2')).status).toBe(202)
  })

  test('of many clients ends at two hundred who wait for a season, whoever asks', async () => {
    await open(ASK)
    const statuses: number[] = []
    for (let index = 0; index < 20; index += 1) {
      const from = `192.0.2.${index}`
      const some = Array.from({ length: 11 }, (_, one) =>
        ask(`Q${index}-${one}`, `q${index}-${one}@example.com`, from),
      )
      statuses.push(...(await Promise.all(some)).map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 202)).toHaveLength(200)
    const full = { status: 429, body: { code: 'join-requests-too-many' } }
    expect(await ask('Ann', 'family@example.com', '192.0.2.100')).toMatchObject(full)
    expect(await ask('Zoe', 'zoe@example.com', '192.0.2.100')).toMatchObject(full)
    league.clock.advance(24 * HOUR_MS)
    expect((await ask('Zoe', 'zoe@example.com', '192.0.2.100')).status).toBe(202)
  })
})
