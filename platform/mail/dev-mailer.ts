import type { Logger } from 'pino'
import type { MailRow } from '../database/private-schema.ts'
import type { Mailer } from './mailer.ts'

/** Mail stays in the outbox. `print` shows it at the console; null where the console is kept, because links are keys. */
export function devMailer(print: ((text: string) => void) | null, log: Logger): Mailer {
  const keep = async ({ template, recipient_name, recipient_address, subject, body_text }: MailRow) => {
    const links = body_text.match(/https?:\/\/\S+/g) ?? []
    if (print) print([`Mail to ${recipient_name} <${recipient_address}>: ${subject}`, ...links].join('\n  '))
    else log.warn({ template }, 'no mail can be sent, because SMTP_HOST is not set: it is kept under Mail')
    return { state: 'kept' as const, reply: 'Kept under Mail: no mail server is set' }
  }
  let open = true
  const close = () => {
    open = false
  }
  return { delivery: 'dev', send: keep, sendAtOnce: keep, isOpen: () => open, close }
}
