import type { SmtpConfig } from '../config/config.ts'

type Timeouts = { connectMs: number; greetingMs: number; silenceMs: number }

export const allWithin = (ms: number): Timeouts => ({ connectMs: ms, greetingMs: ms, silenceMs: ms })

export function smtpOptions({ host, port, tls, login }: SmtpConfig, timeouts: Timeouts) {
  return {
    ...{ host, port },
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'none',
    ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.silenceMs,
  }
}
