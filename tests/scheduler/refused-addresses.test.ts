import { afterEach, describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { done } from '../support/http.ts'
import { aLeague, type Person } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'
import { startSmtpServer } from '../support/smtp-server.ts'

type Mail = { to: string; state: string; reply: string | null; id: string }

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const ANN = { name: 'Ann', email: 'ann@example.com' }
const BOB = 'bob@example.com'
const NO_MAILBOX = { code: 550, reply: '5.1.1 No such mailbox' }

type Refused = { code: number; reply: string }

/** The first mail to each address has been answered. */
async function leagueOf(people: readonly Person[], refusalOf: (to: string) => Refused | null) {
  const smtp = await startSmtpServer(refusalOf)
  cleanups.push(smtp.stop)
  const plan = aLeague().withPlayers(people).withSeason().withRound()
  const league = await plan.start({ config: { smtp: smtp.config } })
  cleanups.push(league.close)
  const addresses = new Set(people.map(({ email }) => email?.toLowerCase()))
  await eventually('all mails have ended', async () => (await states(league)).length === addresses.size)
  return { league, tries: (address = BOB) => smtp.attempts.get(address), mails: smtp.mails }
}

/** Bob and Beth share an address that has no mailbox. */
async function leagueWithoutBob() {
  const server = { refuses: true }
  const people = [ANN, { name: 'Bob', email: BOB }, { name: 'Beth', email: 'BOB@example.com' }]
  const league = await leagueOf(people, (to) => (server.refuses && to === BOB ? NO_MAILBOX : null))
  return { ...league, server }
}

async function states({ admin }: RunningLeague): Promise<Mail[]> {
  const { mails } = await done(admin.get('/admin/outbox'))
  return mails.filter(({ state }: Mail) => state === 'sent' || state === 'failed')
}

const refusedNames = async ({ admin }: RunningLeague) =>
  (await done(admin.get('/admin/users')))
    .filter(({ mail_refused }: { mail_refused?: string }) => mail_refused !== undefined)
    .map(({ name }: { name: string }) => name)

/** Mails everybody: a reminder that Ann is not in, so that its end can be waited for. */
async function openAnother(league: RunningLeague, sportName: string) {
  const before = (await states(league)).filter(({ to }) => to === 'ann@example.com').length
  await league.openRound({ sportName })
  await eventually('Ann has her link', async () => {
    return (await states(league)).filter(({ to }) => to === 'ann@example.com').length > before
  })
}

describe('an address that the mail server refused for good', () => {
  test('gets nothing more, whoever shares it, and its players are told apart', async () => {
    const { league, tries } = await leagueWithoutBob()
    expect(await refusedNames(league)).toEqual(['Beth', 'Bob'])
    await openAnother(league, 'Tennis')
    expect(tries()).toBe(1)
    const reminded = await done(league.admin.post(`/admin/rounds/${league.roundId}/send-reminder`))
    expect(reminded.sent).toBe(1)
    const alone = `/admin/rounds/${league.roundId}/participants/${league.idOf('Bob')}/remind`
    expect(await league.admin.post(alone)).toMatchObject({ status: 409 })
    const { participants } = await done(league.admin.get(`/admin/rounds/${league.roundId}/mail`))
    expect(participants).toContainEqual(
      expect.objectContaining({
        name: 'Bob',
        mail_refused: 'The mail server refused this address: 550 5.1.1 No such mailbox',
      }),
    )
  })

  test('is left alone no more once a player has another one, and who got nothing gets the links', async () => {
    const { league, mails } = await leagueWithoutBob()
    await openAnother(league, 'Tennis')
    const now = { name: 'Bob', email: 'bobby@example.com' }
    await done(league.admin.put(`/admin/users/${league.idOf('Bob')}`, now))
    expect(await refusedNames(league)).toEqual(['Beth'])
    await eventually('the links to both sports', async () => {
      const toBob = mails.filter(({ recipients }) => recipients.includes(now.email))
      return toBob.map(({ html }) => html?.match(/\/pick\/1-/g)?.length ?? 0).reduce((a, b) => a + b, 0) >= 2
    })
  })

  test('is tried when an admin asks for it, and is good again once it takes mail', async () => {
    const { league, server, tries } = await leagueWithoutBob()
    const again = `/admin/rounds/${league.roundId}/participants/${league.idOf('Bob')}/resend-link`
    await done(league.admin.post(again))
    await eventually('it is refused again', async () => (await states(league)).length === 3)
    expect(await refusedNames(league)).toEqual(['Beth', 'Bob'])
    server.refuses = false
    await done(league.admin.post(again))
    await eventually('it is taken', async () => (await states(league)).length === 4)
    expect(await refusedNames(league)).toEqual([])
    await openAnother(league, 'Tennis')
    await eventually('the next one', async () => tries() === 4)
  })
})

test('a refusal that says nothing of the address does not stop later mail', async () => {
  const refusals = [
    { code: 550, reply: '5.7.1 Relaying denied' },
    { code: 554, reply: '5.7.1 Your host is on a list' },
    { code: 552, reply: '5.2.2 Mailbox full' },
    { code: 554, reply: 'No thanks' },
    { code: 550, reply: '5.1.0 <noreply@example.com>: Sender address rejected: User unknown' },
    { code: 550, reply: 'relay not permitted' },
    { code: 550, reply: 'JunkMail rejected: 192.0.2.1 is in an RBL' },
    { code: 553, reply: "sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)" },
    { code: 550, reply: 'Sender verify failed' },
  ].map((refused, index) => ({ ...refused, email: `player${index}@example.com` }))
  const people = refusals.map(({ email }) => ({ name: email, email }))
  const { league, tries } = await leagueOf(
    [ANN, ...people],
    (to) => refusals.find(({ email }) => to === email) ?? null,
  )
  expect(await refusedNames(league)).toEqual([])
  await openAnother(league, 'Tennis')
  for (const { email, reply } of refusals)
    await eventually(`the next one after ${reply}`, async () => tries(email) === 2)
})
