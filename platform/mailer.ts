import nodemailer from 'nodemailer'
import type { SmtpConfig } from './config.ts'
import type { OutboxRow } from './vault.ts'

/** For one step of the talk with the mail server. A server that trickles never runs into it. */
const TIMEOUT_MS = 15_000
/** For a whole mail, from the moment that it is handed over. */
const MAIL_TIMEOUT_MS = 25_000
const CONNECTIONS_MAX = 2
const MAILS_PER_SECOND_MAX = 10
const TOO_SLOW = 'The mail server took too long'

/** How one attempt ended, with the mail server's own words. A final refusal will not get better. */
export type Delivery =
  | { state: 'sent' | 'kept'; reply: string }
  | { state: 'refused'; reply: string; final: boolean }

export type Mailer = {
  /** `dev` keeps mail in the outbox and never sends it. */
  delivery: 'smtp' | 'dev'
  /** Takes its turn among the others. Answers within 25 seconds and never throws. */
  send(mail: OutboxRow): Promise<Delivery>
  /** The same over a connection of its own, for somebody who waits. */
  sendAtOnce(mail: OutboxRow): Promise<Delivery>
  close(): void
}

/** Sends through an SMTP server. Repeating a mail repeats its Message-ID. */
export function smtpMailer(smtp: SmtpConfig, appUrl: string, mailTimeoutMs = MAIL_TIMEOUT_MS): Mailer {
  const server = {
    host: smtp.host,
    port: smtp.port,
    secure: smtp.secure,
    ...(smtp.login ? { auth: { user: smtp.login.user, pass: smtp.login.password } } : {}),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  }
  const pool = nodemailer.createTransport({
    ...server,
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    rateDelta: 1_000,
    rateLimit: MAILS_PER_SECOND_MAX,
  })
  const alone = nodemailer.createTransport(server)
  const { hostname } = new URL(appUrl)
  const messageOf = (mail: OutboxRow) => ({
    messageId: `<${mail.id}@${hostname}>`,
    from: smtp.from,
    to: { name: mail.recipient_name, address: mail.recipient_address },
    subject: mail.subject,
    text: mail.body_text,
    html: mail.body_html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const sendThrough = async (transport: typeof pool | typeof alone, mail: OutboxRow): Promise<Delivery> => {
    const signal = AbortSignal.timeout(mailTimeoutMs)
    try {
      const { response } = await transport.sendMail({ ...messageOf(mail), signal })
      return { state: 'sent', reply: response }
    } catch (error) {
      if (signal.aborted) return { state: 'refused', reply: TOO_SLOW, final: false }
      return refusalOf(error)
    }
  }
  return {
    delivery: 'smtp',
    send: (mail) => sendThrough(pool, mail),
    sendAtOnce: (mail) => sendThrough(alone, mail),
    close: () => {
      pool.close()
      alone.close()
    },
  }
}

/** Without a mail server: each mail is told to `print`, and stays in the outbox for the main admin to read. */
export function devMailer(print: (text: string) => void): Mailer {
  const keep: Mailer['send'] = async ({ recipient_name, recipient_address, subject, body_text }) => {
    const links = body_text.match(/https?:\/\/\S+/g) ?? []
    print([`Mail to ${recipient_name} <${recipient_address}>: ${subject}`, ...links].join('\n  '))
    return { state: 'kept', reply: 'Kept in the outbox: no mail server is set' }
  }
  return { delivery: 'dev', send: keep, sendAtOnce: keep, close: () => {} }
}

/** A 5xx is a final no. Anything else may go better later. */
function refusalOf(error: unknown): Delivery {
  const reply = error instanceof Error ? error.message : String(error)
  const final = error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500
  return { state: 'refused', reply, final }
}
