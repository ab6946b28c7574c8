import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { SmtpConfig } from '../../platform/config/config.ts'
import { eventually } from './eventually.ts'

export type MailServer = {
  /** How an application reaches it. */
  smtp: SmtpConfig
  /** Everything that was delivered, in order. */
  mails: Email[]
  /** The mail to this address with these words in its subject, as soon as it is there. */
  mailTo(address: string, about: string): Promise<Email>
  close(): Promise<void>
}

/** A mail server on this machine that takes every mail and keeps it. */
export async function startMailServer(): Promise<MailServer> {
  const mails: Email[] = []
  const keep = async (stream: Readable) => {
    mails.push(await PostalMime.parse(await buffer(stream)))
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, done) => {
      keep(stream).then(() => done(), done)
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (!address || typeof address === 'string') throw new Error('The mail server has no port')

  return {
    smtp: {
      host: '127.0.0.1',
      port: address.port,
      tls: 'opportunistic',
      login: null,
      from: 'The Commissioner <picks@example.com>',
    },
    mails,
    mailTo: (to, about) =>
      eventually(`a mail to ${to} about ${about}`, async () =>
        mails.find((mail) => mail.to?.some(({ address }) => address === to) && mail.subject?.includes(about)),
      ),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
