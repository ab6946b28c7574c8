import { afterEach, describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import type { RunningLeague } from '../support/league/running.ts'
import { startSmtpServer } from '../support/smtp-server.ts'

type Mail = { to: string; state: string; reply: string | null; id: string }

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const BOB = 'bob@example.com'
const NO_MAILBOX = { code: 550, reply: '5.1.1 No such mailbox' }

/** Bob and Beth share an address, and the first mail to each address has been answered. */
async function leagueWhereBobIs(refused: { code: number; reply: string }) {
  const server = { refuses: true }
  const smtp = await startSmtpServer((to) => (server.refuses && to === BOB ? refused : null))
  cleanups.push(smtp.stop)
  const league = await aLeague()
    .withPlayers('Ann', 'Bob', { name: 'Beth', email: 'BOB@example.com' })
    .withSeason()
    .withRound()
    .start({ config: { smtp: smtp.config } })
  cleanups.push(league.close)
  await eventually('both mails have ended', async () => (await states(league)).length === 2)
  return { league, server, tries: () => smtp.attempts.get(BOB), mails: smtp.mails }
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
    const { league, tries } = await leagueWhereBobIs(NO_MAILBOX)
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
    const { league, mails } = await leagueWhereBobIs(NO_MAILBOX)
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
    const { league, server, tries } = await leagueWhereBobIs(NO_MAILBOX)
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

describe('a refusal that says nothing of the address', () => {
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
  ]
  test.each(refusals)('such as $code $reply does not stop later mail', async (refusal) => {
    const { league, tries } = await leagueWhereBobIs(refusal)
    expect(await refusedNames(league)).toEqual([])
    await openAnother(league, 'Tennis')
    await eventually('the next one', async () => tries() === 2)
  })
})
