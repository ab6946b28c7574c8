import { Transform } from 'node:stream'
import nodemailer from 'nodemailer'
import type { SmtpConfig } from '../config/config.ts'
import type { MailRow } from '../database/private-schema.ts'
import { messageWriter } from './mail-message.ts'
import { serverAils, TOO_SLOW } from './mail-server.ts'
import { addressRefused } from './refused-addresses.ts'
import { allWithin, smtpOptions } from './smtp-options.ts'

const MINUTE_MS = 60_000
/** What RFC 5321 asks of a client: five minutes for the greeting, ten for the answer to the text. */
const TIMEOUTS = { connectMs: 15_000, greetingMs: 5 * MINUTE_MS, silenceMs: 10 * MINUTE_MS }
/** Two mails on one connection, one after the other. */
const MAIL_TIMEOUT_MS = 40 * MINUTE_MS
/** Somebody waits for it. */
const AT_ONCE = { timeouts: allWithin(15_000), mailMs: 25_000 }
const CONNECTIONS_MAX = 2
const MAILS_PER_SECOND_MAX = 10

/** A final refusal will not get better. After `unknown` the mail may have arrived. */
export type Delivery =
  | { state: 'sent' | 'kept'; reply: string }
  | { state: 'refused'; reply: string; final: boolean }
  | { state: 'unknown'; reply: string }

export type HandOver = () => Promise<void>

export type Mailer = {
  delivery: 'smtp' | 'dev'
  /** Takes as long as the mail server may; never throws. */
  send(mail: MailRow, handOver: HandOver): Promise<Delivery>
  /** Within 25 seconds; never throws. */
  sendAtOnce(mail: MailRow): Promise<Delivery>
  isOpen(): boolean
  close(): void
}

/** Repeating a mail repeats its Message-ID. */
export function smtpMailer(smtp: SmtpConfig, appUrl: string, mailTimeoutMs = MAIL_TIMEOUT_MS): Mailer {
  const pool = nodemailer.createTransport({
    ...smtpOptions(smtp, TIMEOUTS),
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    rateDelta: 1_000,
    rateLimit: MAILS_PER_SECOND_MAX,
  })
  const alone = nodemailer.createTransport(smtpOptions(smtp, AT_ONCE.timeouts))
  const underWay = new Map<string, HandOver>()
  for (const transport of [pool, alone]) {
    transport.use('stream', ({ data, message }, done) => {
      const beforeEnd = underWay.get(`${data.messageId}`)
      if (beforeEnd) message.transform(() => endingBehind(beforeEnd))
      done()
    })
  }
  const messageOf = messageWriter(smtp.from, appUrl)
  let open = true
  const sendThrough = async (
    transport: typeof pool | typeof alone,
    mail: MailRow,
    handOver: HandOver,
    timeoutMs: number,
  ): Promise<Delivery> => {
    const signal = AbortSignal.timeout(timeoutMs)
    const message = messageOf(mail)
    let handedOver = false
    underWay.set(message.messageId, async () => {
      await handOver()
      handedOver = true
    })
    try {
      const { response } = await transport.sendMail({ ...message, signal })
      return { state: 'sent', reply: response }
    } catch (error) {
      const refusal = refusalOf(error)
      const reply = signal.aborted ? TOO_SLOW : refusal.reply
      if (handedOver && !refusal.answered) return { state: 'unknown', reply }
      return { state: 'refused', reply, final: refusal.final }
    } finally {
      underWay.delete(message.messageId)
    }
  }
  return {
    delivery: 'smtp',
    send: (mail, handOver) => sendThrough(pool, mail, handOver, mailTimeoutMs),
    sendAtOnce: (mail) => sendThrough(alone, mail, async () => {}, AT_ONCE.mailMs),
    isOpen: () => open,
    close: () => {
      open = false
      pool.close()
      alone.close()
    },
  }
}

const endingBehind = (beforeEnd: HandOver) =>
  new Transform({
    transform: (chunk, _encoding, next) => next(null, chunk),
    flush: (next) => {
      beforeEnd().then(() => next(), next)
    },
  })

/** The steps at which a server refuses this mail, and not the application. */
const ABOUT_THE_MAIL: readonly unknown[] = ['MAIL FROM', 'RCPT TO', 'DATA']
/** Some servers say 'log in first' or 'encrypt first' as late as at a mail (RFC 3207, RFC 4954). */
const ABOUT_THE_LOGIN: readonly number[] = [530, 534, 535, 538]

/** Of RFC 3463, what is said of the recipient: the sender has 5.1.0, 5.1.7 and 5.1.8. 5.2.1 is a mailbox that is closed. */
const STATUS_OF_ADDRESS = /^5\.(1\.([1-46]|10)|2\.1)$/
/** Of servers that give no status, only what cannot mean the sender, the relay or a list. */
const NO_SUCH_MAILBOX = /\b(no such|unknown|does(n't| not) exist|not found)\b/i
const SENDER_LIMIT = /\b((daily|hourly) (\w+ ){0,2}|(sending|message|rate) )(limit|quota)/i
const ABOUT_OTHERS = /sender|relay|block|reject|list|spam|quota|domain|host/i

function refusalOf(error: unknown): { reply: string; answered: boolean; final: boolean } {
  const reply = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  const command = error instanceof Error && 'command' in error ? error.command : null
  const response = error instanceof Error && 'response' in error ? `${error.response}` : reply
  const answered = code >= 400
  const isOfMail = ABOUT_THE_MAIL.includes(command) && !ABOUT_THE_LOGIN.includes(code)
  // What fails in our own process has no command, or API.
  if (command && command !== 'API' && !isOfMail)
    return { reply: serverAils(reply, answered), answered, final: false }
  const final = isOfMail && code >= 500 && !isSenderLimit(response)
  const isOfAddress = final && isAboutAddress(command, code, response)
  return { reply: isOfAddress ? addressRefused(response) : reply, answered, final }
}

const statusIn = (response: string) => /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/.exec(response)?.[0]

/** Such as 550 5.4.5 of Gmail: the same mail may go out later. A full mailbox, 5.2.2, names a limit of its own. */
function isSenderLimit(response: string): boolean {
  const status = statusIn(response) ?? ''
  return status === '5.4.5' || (!/^5\.[12]\.\d$/.test(status) && SENDER_LIMIT.test(response))
}

/** A mail has one recipient, so its status may also come after the text. */
function isAboutAddress(command: unknown, code: number, response: string): boolean {
  const status = statusIn(response)
  if (status !== undefined) return command !== 'MAIL FROM' && STATUS_OF_ADDRESS.test(status)
  const isOfMailbox = command === 'RCPT TO' && [550, 551, 553].includes(code)
  return isOfMailbox && NO_SUCH_MAILBOX.test(response) && !ABOUT_OTHERS.test(response)
}
