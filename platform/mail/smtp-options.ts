import type { SmtpConfig } from '../config/config.ts'

/** How nodemailer reaches the mail server. The timeout is for one step of the talk with it. */
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
