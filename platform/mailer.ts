import nodemailer from 'nodemailer'
import type { SmtpConfig } from './config.ts'
import type { OutboxRow } from './vault.ts'

const TIMEOUT_MS = 15_000
const CONNECTIONS_MAX = 2
const MAILS_PER_SECOND_MAX = 10

/** How one attempt ended, with the mail server's own words. A final refusal will not get better. */
export type Delivery =
  | { state: 'sent' | 'kept'; reply: string }
  | { state: 'refused'; reply: string; final: boolean }

export type Mailer = {
  /** `dev` keeps mail in the outbox and never sends it. */
  delivery: 'smtp' | 'dev'
  /** Never throws. */
  send(mail: OutboxRow): Promise<Delivery>
  close(): void
}

/** Sends through an SMTP server. Repeating a mail repeats its Message-ID. */
export function smtpMailer(smtp: SmtpConfig, appUrl: string): Mailer {
  const transport = nodemailer.createTransport({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.secure,
    ...(smtp.login ? { auth: { user: smtp.login.user, pass: smtp.login.password } } : {}),
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    rateDelta: 1_000,
    rateLimit: MAILS_PER_SECOND_MAX,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
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
  return {
    delivery: 'smtp',
    send: async (mail) => {
      try {
        const sent = await transport.sendMail(messageOf(mail))
        return { state: 'sent', reply: sent.response }
      } catch (error) {
        return refusalOf(error)
      }
    },
    close: () => transport.close(),
  }
}

/** Without a mail server: each mail is told to `print`, and stays in the outbox for the main admin to read. */
export function devMailer(print: (text: string) => void): Mailer {
  return {
    delivery: 'dev',
    send: async ({ recipient_name, recipient_address, subject, body_text }) => {
      const links = body_text.match(/https?:\/\/\S+/g) ?? []
      print([`Mail to ${recipient_name} <${recipient_address}>: ${subject}`, ...links].join('\n  '))
      return { state: 'kept', reply: 'Kept in the outbox: no mail server is set' }
    },
    close: () => {},
  }
}

/** A 5xx is a final no. Anything else may go better later. */
function refusalOf(error: unknown): Delivery {
  const reply = error instanceof Error ? error.message : String(error)
  const final = error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500
  return { state: 'refused', reply, final }
}
