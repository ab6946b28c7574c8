import type { SmtpConfig } from '../config/config.ts'

export function smtpOptions({ host, port, tls, login }: SmtpConfig, timeoutMs: number) {
  return {
    ...{ host, port },
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'none',
    ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  }
}
