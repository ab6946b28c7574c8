import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { SmtpConfig } from '../../platform/config/config.ts'

export type ReceivedMail = Email & { recipients: string[]; source: string }

export type SmtpServerForTest = {
  config: SmtpConfig
  mails: ReceivedMail[]
  /** How often each recipient was named, taken or not. */
  attempts: Map<string, number>
  /** Meanwhile it takes no connection. */
  isAway: boolean
  stop(): Promise<void>
}

/**
 * A mail server on this machine that keeps what it gets. `refuse` answers a recipient with a code such as 450 or 550, or `never`.
 * @param thinksMs how long it keeps each mail before it says that it has taken it.
 * @param admits asks everybody for a password, and tells whether a login, counted from 1, is taken.
 */
export async function startSmtpServer(
  refuse: (recipient: string, attempt: number) => { code: number; reply: string } | 'never' | null = () =>
    null,
  thinksMs = 0,
  admits: ((login: number) => boolean) | null = null,
): Promise<SmtpServerForTest> {
  const mails: ReceivedMail[] = []
  const attempts = new Map<string, number>()
  let logins = 0
  const state = { isAway: false }
  const server = new SMTPServer({
    authOptional: admits === null,
    allowInsecureAuth: true,
    closeTimeout: 50,
    disabledCommands: admits === null ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    onConnect: (_session, callback) =>
      callback(state.isAway ? Object.assign(new Error('Back soon'), { responseCode: 421 }) : null),
    onAuth: ({ username }, _session, callback) => {
      logins += 1
      if (admits?.(logins)) callback(null, { user: username })
      else callback(Object.assign(new Error('Wrong password'), { responseCode: 535 }))
    },
    logger: false,
    onRcptTo: ({ address }, _session, callback) => {
      const attempt = (attempts.get(address) ?? 0) + 1
      attempts.set(address, attempt)
      const refusal = refuse(address, attempt)
      if (refusal === 'never') return
      callback(refusal && Object.assign(new Error(refusal.reply), { responseCode: refusal.code }))
    },
    onData: async (stream, session, callback) => {
      const received = await buffer(stream).catch(() => null)
      if (received === null) return callback(new Error('The mail broke off'))
      const source = received.toString('utf8')
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      mails.push({ ...(await PostalMime.parse(source)), recipients, source })
      if (thinksMs > 0) await sleep(thinksMs)
      callback()
    },
  })
  // Of a client that was killed.
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return Object.assign(state, {
    config: {
      ...{
        host: '127.0.0.1' as const,
        port,
        tls: 'opportunistic' as const,
        from: 'The League <picks@picks.test>',
      },
      login: admits && { user: 'league', password: 'League-Mail-7' },
    },
    mails,
    attempts,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}
