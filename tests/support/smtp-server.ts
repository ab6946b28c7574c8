import { once } from 'node:events'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { SmtpConfig } from '#platform/config'

export type ReceivedMail = Email & { recipients: string[]; source: string }

export type SmtpServerForTest = {
  config: SmtpConfig
  mails: ReceivedMail[]
  /** How often each recipient was named, taken or not. */
  attempts: Map<string, number>
  stop(): Promise<void>
}

/** A mail server on this machine that keeps what it gets. `refuse` answers a recipient with a code such as 450 or 550. */
export async function startSmtpServer(
  refuse: (recipient: string, attempt: number) => { code: number; reply: string } | null = () => null,
): Promise<SmtpServerForTest> {
  const mails: ReceivedMail[] = []
  const attempts = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, callback) => {
      const attempt = (attempts.get(address) ?? 0) + 1
      attempts.set(address, attempt)
      const refusal = refuse(address, attempt)
      callback(refusal && Object.assign(new Error(refusal.reply), { responseCode: refusal.code }))
    },
    onData: async (stream, session, callback) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      const source = Buffer.concat(chunks).toString('utf8')
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      mails.push({ ...(await PostalMime.parse(source)), recipients, source })
      callback()
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return {
    config: { host: '127.0.0.1', port, secure: false, login: null, from: 'The League <picks@picks.test>' },
    mails,
    attempts,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
