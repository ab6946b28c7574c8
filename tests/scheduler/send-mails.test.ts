import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { settings, switchNotifications } from '../../domain/settings/settings.ts'
import { mailServerTrouble } from '../../platform/mail/mail-server.ts'
import { claimMails, queueMails, sendAtOnce, settleMail } from '../../platform/mail/mails.ts'
import { later } from '../../platform/time/clock.ts'
import { sendMails } from '../../scheduler/jobs/send-mails.ts'
import { longTest } from '../deep/depth.ts'
import { caughtUp } from '../support/caught-up.ts'
import { type SettableClock, settableClock } from '../support/clock.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { done } from '../support/http.ts'
import { aLeague } from '../support/league/a-league.ts'
import { blackHole, type RawServer, smtpAt, tricklingServer } from '../support/raw-server.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'
import { type SmtpServerForTest, startSmtpServer } from '../support/smtp-server.ts'

const START = '2027-01-10T12:00:00.000Z'
const LOCKS_AT = '2027-01-20T18:00:00.000Z'
const CAUSE = '7d3c1c9e-0b6a-4d3e-9a0e-0c9d4b1f2a11'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

type Parts = SchedulerParts & { clock: SettableClock; smtp: SmtpServerForTest }

async function partsWith(refuse?: Parameters<typeof startSmtpServer>[0]): Promise<Parts> {
  const smtp = await startSmtpServer(refuse)
  cleanups.push(smtp.stop)
  const clock = settableClock(START)
  const parts = await schedulerParts({ clock, smtp: smtp.config })
  cleanups.push(parts.close)
  return { ...parts, clock, smtp }
}

const someMail = (name: string, address: string) => ({
  template: 'test' as const,
  to: { name, address },
  subject: `The Cup: make your pick, ${name}`.replace(/\s+/g, ' '),
  text: `Hi ${name} 🏆`,
  html: '<p>Hi &lt;you&gt; 🏆</p>',
  uselessAt: LOCKS_AT,
})

const THREE_MAILS = ['Ann', 'Bob', 'Cleo'].map((name) => someMail(name, `${name.toLowerCase()}@example.com`))

const queue = (parts: Parts, ...people: [name: string, address: string][]) =>
  queueMails(
    parts.privateSchema,
    CAUSE,
    people.map(([name, address]) => someMail(name, address)),
    parts.clock.now(),
  )

const outcomes = async (parts: Parts) =>
  Object.fromEntries((await parts.outbox()).map((mail) => [mail.recipient_address, mail]))

describe('a mail', () => {
  test('arrives in text and HTML, to one recipient, whatever the name is', async () => {
    const parts = await partsWith()
    const name = `"><script>, "eve@example.com" <eve@example.com>; 🏆`
    await queue(parts, [name, 'ann@example.com'])
    await sendMails(parts)
    const [mail] = parts.smtp.mails
    expect(parts.smtp.mails).toHaveLength(1)
    expect(mail?.recipients).toEqual(['ann@example.com'])
    expect(mail?.to).toEqual([{ name, address: 'ann@example.com' }])
    expect(mail?.from).toEqual({ name: 'The League', address: 'picks@picks.test' })
    expect(mail?.subject).toBe(`The Cup: make your pick, ${name}`)
    expect(mail?.text?.trim()).toBe(`Hi ${name} 🏆`)
    expect(mail?.html?.trim()).toBe('<p>Hi &lt;you&gt; 🏆</p>')
    expect(mail?.source).toMatch(/content-type: multipart\/alternative/i)
    expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(await parts.outbox()).toMatchObject([{ state: 'sent', attempts: 1, sent_at: START }])
  })

  test('to a player who is gone goes out while notifications are off, as one to an admin does', async () => {
    const parts = await partsWith()
    await parts.run(settings, [], (state) => switchNotifications(state, false))
    await caughtUp(parts)
    const told = { ...someMail('Ann', 'ann@example.com'), template: 'player-deleted' } as const
    await queueMails(parts.privateSchema, CAUSE, [told, someMail('Casey', 'casey@example.com')], START)
    await sendMails(parts)
    const { 'ann@example.com': toAnn, 'casey@example.com': toCasey } = await outcomes(parts)
    expect([toAnn?.state, toCasey?.state]).toEqual(['sent', 'sent'])
  })

  test('whose sender comes back after somebody else has taken it stays as the other left it', async () => {
    const parts = await partsWith()
    await queue(parts, ['Ann', 'ann@example.com'])
    const [late] = await claimMails(parts.privateSchema, START, 1)
    if (!late) throw new Error('No mail was due')
    parts.clock.advance(120_000)
    const [claimed] = await claimMails(parts.privateSchema, parts.clock.now(), 1)
    const outbox = await parts.outbox()
    await settleMail(parts.privateSchema, late, { state: 'failed', reply: 'Too late' })
    expect(await parts.outbox()).toEqual(outbox)
    if (claimed) await settleMail(parts.privateSchema, claimed, { state: 'sent', reply: 'Taken', at: START })
    await settleMail(parts.privateSchema, late, {
      state: 'queued',
      reply: 'Too late',
      dueAt: START,
      unanswered: 0,
    })
    expect(await parts.outbox()).toMatchObject([{ state: 'sent', attempts: 2, reply: 'Taken' }])
  })

  test.each([
    ['No such person here', { state: 'failed', attempts: 1 }],
    ['5.2.2 <ann@example.com>: mailbox is over its message quota', { state: 'failed', attempts: 1 }],
    ['5.1.1 No such user, see https://example.com/limits', { state: 'failed', attempts: 1 }],
    ['5.4.5 Daily user sending limit exceeded', { state: 'queued', attempts: 2 }],
    ['5.1.90 You have reached your daily limit for message recipients', { state: 'queued', attempts: 2 }],
  ])('that is refused with %s is tried again only if it may go out later', async (reply, outcome) => {
    const parts = await partsWith(() => ({ code: 550, reply }))
    await queue(parts, ['Ann', 'ann@example.com'])
    await sendMails(parts)
    parts.clock.advance(60_000)
    await sendMails(parts)
    expect(await parts.outbox()).toMatchObject([{ ...outcome, reply: expect.stringContaining(reply) }])
  })

  test('is sent once by two senders at once', async () => {
    const parts = await partsWith()
    const people = Array.from(
      { length: 10 },
      (_, index) => [`P${index}`, `p${index}@example.com`] as [string, string],
    )
    await queue(parts, ...people)
    await Promise.all([sendMails(parts), sendMails(parts)])
    expect(parts.smtp.mails).toHaveLength(10)
    expect(new Set(parts.smtp.mails.map(({ messageId }) => messageId)).size).toBe(10)
  })
})

describe('mails to a whole league', () => {
  test('come into the outbox together, also where one insert would be too large for the database', async () => {
    const parts = await partsWith()
    const count = 4_000
    await queue(
      parts,
      ...Array.from({ length: count }, (_, index): [string, string] => [
        `P${index}`,
        `p${index}@example.com`,
      ]),
    )
    const { queued } = await parts.privateSchema
      .selectFrom('mails')
      .select(({ fn }) => fn.countAll().as('queued'))
      .executeTakeFirstOrThrow()
    expect(Number(queued)).toBe(count)
  })
})

describe('a mail server that is away', () => {
  test('that refuses connections stops no command, and the admin sees why nothing goes out', async () => {
    const league = await leagueWith(smtpAt(await freePort()))
    const roundId = await league.openRound()
    const sentence = 'The mail server does not answer: 2 mails wait'
    const nextTryAt = later(START, 30_000)
    await expect
      .poll(() => done(league.admin.get('/admin/mail-server')))
      .toEqual({ delivery: 'smtp', trouble: { sentence, mails: 2, nextTryAt } })
    expect((await done(league.admin.get('/admin/outbox'))).mails[0].reply).toContain('ECONNREFUSED')
    const health = { detail: `${sentence}, next try ${nextTryAt}`, status: 'down' }
    expect((await done(league.admin.get('/admin/health'))).services.mail).toEqual(health)
    expect(await done(league.visitor.get('/health'))).toMatchObject({
      status: 'degraded',
      services: { mail: { status: 'down' } },
    })
    expect(await league.admin.post(`/admin/rounds/${roundId}/lock`)).toMatchObject({ status: 200 })
    await league.close()
  })

  test('that lets nobody in is named too, until it takes a mail', async () => {
    let isOpen = false
    const smtp = await startSmtpServer(undefined, 0, () => isOpen)
    cleanups.push(smtp.stop)
    const league = await leagueWith(smtp.config)
    const trouble = async () => (await done(league.admin.get('/admin/mail-server'))).trouble
    await league.openRound()
    const nextTry = async (pauseMs: number) => {
      const nextTryAt = later(league.clock.now(), pauseMs)
      await expect.poll(trouble).toMatchObject({ mails: 2, nextTryAt })
      return nextTryAt
    }
    league.clock.set(await nextTry(30_000))
    league.clock.set(await nextTry(60_000))
    await nextTry(120_000)
    expect(await trouble()).toMatchObject({ sentence: 'The mail server takes no mail: 2 mails wait' })
    isOpen = true
    await league.openRound()
    const { counts } = await eventually('nothing waits', async () => {
      const outbox = await done(league.admin.get('/admin/outbox'))
      return outbox.counts.sent === 4 && outbox
    })
    expect(counts).toEqual({ sent: 4 })
    expect(smtp.mails).toHaveLength(4)
    expect(await trouble()).toBeNull()
  })

  test('holds up what it has put off, and not what waits for something else', async () => {
    const parts = await schedulerParts({ clock: settableClock(START), smtp: smtpAt(await freePort()) })
    cleanups.push(parts.close)
    const { privateSchema } = parts
    await queueMails(privateSchema, CAUSE, THREE_MAILS, START)
    const mails = privateSchema.updateTable('mails')
    await mails.set({ position: '1' }).execute()
    const planned = { due_at: later(START, 60_000), reply: 'Waits for the log to be sealed' }
    await mails.set(planned).where('recipient_address', '=', 'ann@example.com').execute()
    await sendMails(parts)
    for (const [ms, waiting, nextTryMs] of [
      [0, 2, 30_000],
      [40_000, 2, 40_000],
      [60_000, 3, 60_000],
    ] as const) {
      const expected = { mails: waiting, nextTryAt: later(START, nextTryMs) }
      expect(await mailServerTrouble(privateSchema, later(START, ms))).toMatchObject(expected)
    }
  })

  test('that takes the connection and says nothing stops no command, and no shutdown', async () => {
    const silent = await started(blackHole())
    const league = await leagueWith(silent.config)
    const roundId = await league.openRound()
    await eventually('a connection to the mail server', async () => silent.sockets.length > 0)
    expect(await league.admin.post(`/admin/rounds/${roundId}/lock`)).toMatchObject({ status: 200 })
    const complete = { firstPlaceTeam: 'Reds' }
    expect(await league.admin.post(`/admin/rounds/${roundId}/complete`, complete)).toMatchObject({
      status: 200,
    })
    const before = performance.now()
    await league.close()
    // main.ts gives up after eight seconds and exits with an error.
    expect(performance.now() - before).toBeLessThan(8_000)
  })

  longTest(
    'that looks at a mail for longer than half a minute gets each once, and no other worker takes it',
    async () => {
      const smtp = await startSmtpServer(undefined, 35_000)
      cleanups.push(smtp.stop)
      const clock = settableClock(START)
      const parts = await schedulerParts({ clock, smtp: smtp.config })
      cleanups.push(parts.close)
      await queueMails(parts.privateSchema, CAUSE, THREE_MAILS.slice(0, 2), START)
      const sending = sendMails(parts)
      clock.set('2027-01-10T12:01:59.000Z')
      await sleep(32_000)
      clock.set('2027-01-10T12:03:00.000Z')
      expect(await claimMails(parts.privateSchema, clock.now(), 9)).toEqual([])
      await sending
      expect(await parts.outbox()).toMatchObject(Array(2).fill({ state: 'sent', attempts: 1 }))
      expect(smtp.mails).toHaveLength(2)
    },
  )

  test('that trickles holds a mail up until its time is over, and nobody who comes later', async () => {
    const server = await started(tricklingServer())
    const parts = await schedulerParts({
      clock: settableClock(START),
      smtp: server.config,
      mailTimeoutMs: 300,
    })
    cleanups.push(parts.close)
    await queueMails(parts.privateSchema, CAUSE, THREE_MAILS, START)
    await sendMails(parts)
    for (const mail of await parts.outbox()) {
      expect(mail).toMatchObject({ state: 'queued', attempts: 1, reply: 'The mail server took too long' })
    }
  })

  test('that trickles keeps nobody waiting for the test mail, however many mails wait before it', async () => {
    const server = await started(tricklingServer())
    const parts = await schedulerParts({ clock: settableClock(START), smtp: server.config })
    cleanups.push(parts.close)
    await queueMails(parts.privateSchema, CAUSE, THREE_MAILS, START)
    const sending = sendMails(parts)
    await eventually('every connection of the pool', async () => server.sockets.length === 2)
    const testing = sendAtOnce(parts, randomUUID(), someMail('Connie', 'connie@example.com'))
    await eventually('a connection of its own', async () => server.sockets.length === 3)
    parts.mailer.close()
    for (const socket of server.sockets) socket.destroy()
    expect(await testing).toMatchObject({ state: 'failed' })
    await sending
  })

  async function leagueWith(smtp: ReturnType<typeof smtpAt>) {
    const plan = aLeague().withPlayers('Ann', 'Bob').withSeason()
    const league = await plan.start({ clock: settableClock(START), config: { smtp } })
    cleanups.push(league.close)
    return league
  }

  async function started(starting: Promise<RawServer>) {
    const server = await starting
    cleanups.push(server.stop)
    return server
  }
})
