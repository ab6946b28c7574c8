import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { claimMails, type Mail, noteHandOver, queueMails } from '../../platform/mail/mails.ts'
import { observedMailer } from '../../platform/mail/observed-mailer.ts'
import { sendMails } from '../../scheduler/jobs/send-mails.ts'
import { type SettableClock, settableClock } from '../support/clock.ts'
import { eventually } from '../support/eventually.ts'
import { type RawServer, rawServer } from '../support/raw-server.ts'
import { type SchedulerParts, schedulerParts } from '../support/scheduler-parts.ts'
import { startSmtpServer } from '../support/smtp-server.ts'

const START = '2027-01-10T12:00:00.000Z'
const LOCKS_AT = '2027-01-12T12:00:00.000Z'
const CAUSE = '7d3c1c9e-0b6a-4d3e-9a0e-0c9d4b1f2a11'
const LEASE_MS = 120_000

type Parts = SchedulerParts & { clock: SettableClock }

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const mailTo = (name: string, more: Partial<Mail> = {}): Mail => ({
  template: 'test',
  to: { name, address: `${name.toLowerCase()}@example.com` },
  subject: `Hello ${name}`,
  text: `Hi ${name}`,
  html: `<p>Hi ${name}</p>`,
  uselessAt: LOCKS_AT,
  ...more,
})

async function partsAt(smtp: RawServer['config'], mails: readonly Mail[]): Promise<Parts> {
  const clock = settableClock(START)
  const parts = { ...(await schedulerParts({ clock, smtp })), clock }
  cleanups.push(parts.close)
  await queueMails(parts.privateSchema, CAUSE, mails, START)
  return parts
}

/** Lets time pass and the job run, as often as the mail is due, up to a day. */
async function sendForADay(parts: Parts) {
  for (let minute = 0; minute < 24 * 60; minute += 30) {
    await sendMails(parts)
    parts.clock.advance(30 * 60_000)
  }
}

describe('a mail server that hangs up before it says whether it took the mail', () => {
  test('may get it once more with the same Message-ID, and never a third time', async () => {
    const server = await forgetfulServer(() => false)
    const parts = await partsAt(server.config, [mailTo('Ann')])
    await sendForADay(parts)
    const [mail] = await parts.outbox()
    expect(mail).toMatchObject({ state: 'unconfirmed', attempts: 2 })
    expect(server.messageIds()).toEqual([`<${mail?.id}@picks.test>`, `<${mail?.id}@picks.test>`])
  })

  test('and takes it at the second time has it twice, under one Message-ID', async () => {
    const server = await forgetfulServer((delivery) => delivery === 2)
    const parts = await partsAt(server.config, [mailTo('Ann')])
    await sendForADay(parts)
    expect(await parts.outbox()).toMatchObject([{ state: 'sent', attempts: 2 }])
    expect(new Set(server.messageIds()).size).toBe(1)
    expect(server.messageIds()).toHaveLength(2)
  })

  /** `answers` tells whether a delivery, counted from 1, is answered. */
  async function forgetfulServer(answers: (delivery: number) => boolean) {
    let deliveries = 0
    const server = await rawServer((socket) => {
      let message: string | null = null
      socket.write('220 here\r\n')
      socket.on('data', (data) => {
        const text = data.toString()
        if (message !== null) {
          message += text
          if (!message.endsWith('\r\n.\r\n')) return
          message = null
          deliveries += 1
          if (answers(deliveries)) socket.write('250 taken\r\n')
          else socket.destroy()
        } else if (text.startsWith('DATA')) {
          message = ''
          socket.write('354 go on\r\n')
        } else {
          socket.write('250 fine\r\n')
        }
      })
    })
    cleanups.push(server.stop)
    return { ...server, messageIds: () => server.heard().match(/(?<=Message-ID: )\S+/gi) ?? [] }
  }
})

describe('a process that dies', () => {
  test('however often before it hands a mail over, loses none and doubles none', async () => {
    const { smtp, parts } = await withServer()
    for (let death = 0; death < 5; death += 1) {
      await claimMails(parts.privateSchema, parts.clock.now(), 1)
      parts.clock.advance(LEASE_MS)
    }
    await sendMails(parts)
    expect(smtp.mails).toHaveLength(1)
    expect(await parts.outbox()).toMatchObject([{ state: 'sent' }])
  })

  test.each([
    ['without metrics', (mailer: Mailer) => mailer],
    ['with metrics', (mailer: Mailer) => observedMailer(mailer, () => {})],
  ])(
    'after it has handed a mail over, %s, has it sent once more, and not again when it dies again',
    async (_, dressed) => {
      const { smtp, parts } = await withServer()
      const mailer = dressed(parts.mailer)
      for (let death = 0; death < 2; death += 1) {
        const [mail] = await claimMails(parts.privateSchema, parts.clock.now(), 1)
        if (mail) await mailer.send(mail, () => noteHandOver(parts.privateSchema, mail))
        parts.clock.advance(LEASE_MS)
      }
      await sendForADay(parts)
      expect(smtp.mails.map(({ messageId }) => messageId)).toHaveLength(2)
      expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).toBe(1)
      expect(await parts.outbox()).toMatchObject([{ state: 'unconfirmed' }])
    },
  )

  test('and comes back after somebody else has taken its mail cannot bring it to its end', async () => {
    const { smtp, parts } = await withServer()
    const [late] = await claimMails(parts.privateSchema, START, 1)
    parts.clock.advance(LEASE_MS)
    await sendMails(parts)
    if (!late) throw new Error('No mail was due')
    const delivery = await parts.mailer.send(late, () => noteHandOver(parts.privateSchema, late))
    expect(delivery).toEqual({ state: 'refused', reply: 'Somebody else is sending this mail', final: false })
    expect(smtp.mails).toHaveLength(1)
    expect(await parts.outbox()).toMatchObject([{ state: 'sent' }])
  })

  async function withServer() {
    const smtp = await startSmtpServer()
    cleanups.push(smtp.stop)
    return { smtp, parts: await partsAt(smtp.config, [mailTo('Ann')]) }
  }
})

describe('a mail that is refused for now', () => {
  test('is tried with growing pauses until it is useless, and then no more', async () => {
    const smtp = await startSmtpServer(() => ({ code: 451, reply: 'Come back later' }))
    cleanups.push(smtp.stop)
    const parts = await partsAt(smtp.config, [mailTo('Ann')])
    const triedAt: number[] = []
    for (let second = 0; second <= 2 * 86_400; second += 30) {
      const before = smtp.attempts.get('ann@example.com') ?? 0
      await sendMails(parts)
      if ((smtp.attempts.get('ann@example.com') ?? 0) > before) triedAt.push(second)
      const [mail] = await parts.outbox()
      const waitSeconds = (Date.parse(mail?.due_at ?? '') - Date.parse(parts.clock.now())) / 1_000
      const steps = mail?.state === 'queued' ? Math.max(1, Math.floor(waitSeconds / 30)) : 1
      parts.clock.advance(steps * 30_000)
      second += (steps - 1) * 30
    }
    const pauses = triedAt.slice(1, 9).map((second, index) => second - (triedAt[index] ?? 0))
    expect(pauses).toEqual([30, 60, 120, 240, 480, 960, 1_920, 3_600])
    expect(triedAt.length, 'more than once an hour').toBeGreaterThan(48)
    expect(await parts.outbox()).toMatchObject([
      { state: 'skipped', reply: 'Not sent: its time had passed', sent_at: null },
    ])
  })
})

describe('a mail server that refuses the application, and not the mail', () => {
  test('because of its password gets the mail later, when it takes the password', async () => {
    const smtp = await startSmtpServer(undefined, 0, (login) => login > 1)
    cleanups.push(smtp.stop)
    await expectLater(smtp.config, 'Wrong password')
    expect(smtp.mails).toHaveLength(1)
  })

  test('with a 554 instead of a greeting gets the mail later, when it greets', async () => {
    const smtp = await startSmtpServer()
    cleanups.push(smtp.stop)
    let connections = 0
    const gate = await rawServer((socket) => {
      connections += 1
      if (connections === 1) {
        socket.end('554 No service today\r\n')
        return
      }
      const behind = connect(smtp.config.port, '127.0.0.1')
      socket.pipe(behind).pipe(socket)
    })
    cleanups.push(gate.stop)
    await expectLater(gate.config, 'No service today')
    expect(smtp.mails).toHaveLength(1)
  })

  async function expectLater(config: RawServer['config'], words: string) {
    const parts = await partsAt(config, [mailTo('Ann')])
    await sendMails(parts)
    expect(await parts.outbox()).toMatchObject([{ state: 'queued', reply: expect.stringContaining(words) }])
    parts.clock.advance(30_000)
    await sendMails(parts)
    expect(await parts.outbox()).toMatchObject([{ state: 'sent', attempts: 2 }])
  }
})

describe('nobody else is delayed', () => {
  /** Ten go out in a second. */
  const MANY = Array.from({ length: 15 }, (_, index) => mailTo(`P${index}`))

  test('by an address that is refused for good', async () => {
    const smtp = await startSmtpServer((recipient) =>
      recipient === 'p7@example.com' ? { code: 550, reply: 'No such person' } : null,
    )
    cleanups.push(smtp.stop)
    const parts = await partsAt(smtp.config, MANY)
    await sendMails(parts)
    const outbox = await parts.outbox()
    expect(outbox.filter(({ state }) => state !== 'sent')).toMatchObject([
      { recipient_address: 'p7@example.com', state: 'failed', attempts: 1 },
    ])
    expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).toBe(14)
    expect(smtp.mails).toHaveLength(14)
  })

  test('by an address at which the mail server thinks for ever', async () => {
    let waiting = 0
    const smtp = await startSmtpServer((recipient) => {
      if (recipient !== 'p7@example.com') return null
      waiting += 1
      return 'never'
    })
    cleanups.push(smtp.stop)
    const parts = await partsAt(smtp.config, MANY)
    const sending = sendMails(parts)
    const [stuck] = await eventually('all others', async () => {
      const open = (await parts.outbox()).filter(({ state }) => state !== 'sent')
      return waiting === 1 && open.length === 1 && open
    })
    expect(smtp.mails).toHaveLength(14)
    expect(stuck).toMatchObject({ recipient_address: 'p7@example.com', state: 'queued', attempts: 1 })
    parts.mailer.close()
    await smtp.stop()
    await sending
  })

  test('who waits for a link to sign in, by mails that were queued before', async () => {
    const smtp = await startSmtpServer()
    cleanups.push(smtp.stop)
    const parts = await partsAt(smtp.config, MANY)
    await queueMails(parts.privateSchema, CAUSE, [mailTo('Connie', { confidential: true })], START)
    await sendMails(parts)
    const order = smtp.mails.map(({ recipients }) => recipients[0])
    expect(order.indexOf('connie@example.com')).toBeLessThan(4)
  })
})
