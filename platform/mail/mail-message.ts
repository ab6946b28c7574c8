import { isIP } from 'node:net'
import addressparser from 'nodemailer/lib/addressparser'
import type { MailRow } from '../database/private-schema.ts'

/** Addresses are objects, so that no name can add a recipient. `from`: `Name <address>`, or an address alone. */
export function messageWriter(from: string, appUrl: string) {
  const [sender = { name: '', address: from }] = addressparser(from, { flatten: true })
  const host = messageIdHost(new URL(appUrl).hostname)
  return (mail: MailRow) => ({
    messageId: `<${mail.id}@${host}>`,
    from: { ...sender, name: sender.name || mail.sender_name },
    to: { name: mail.recipient_name, address: mail.recipient_address },
    ...(mail.reply_to !== null && { replyTo: { name: '', address: mail.reply_to } }),
    subject: mail.subject,
    text: mail.body_text,
    html: mail.body_html,
    textEncoding: shortestEncoding(mail.body_html),
    headers: headersOf(mail),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

function messageIdHost(hostname: string): string {
  if (hostname.startsWith('[')) return hostname.replace('[', '[IPv6:')
  return isIP(hostname) === 0 ? hostname : `[${hostname}]`
}

/** No machine answers this mail, and a mail program may offer to unsubscribe (RFC 8058). */
function headersOf({ unsubscribe_url }: MailRow) {
  const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }
  if (unsubscribe_url === null) return automatic
  return {
    ...automatic,
    'List-Unsubscribe': { prepared: true, value: `<${unsubscribe_url}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/** Quoted-printable takes three bytes for each that is not ASCII, base64 four for each three. */
function shortestEncoding(html: string): 'quoted-printable' | 'base64' {
  const bytes = Buffer.byteLength(html)
  const characters = [...html]
  const asciiBytes = characters.filter((character) => character <= '\u007f').length
  return asciiBytes + 3 * (bytes - asciiBytes) > (4 / 3) * bytes ? 'base64' : 'quoted-printable'
}
