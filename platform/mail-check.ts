import nodemailer from 'nodemailer'
import type { SmtpConfig } from './config.ts'
import { reasonOf } from './start-refusal.ts'

const TIMEOUT_MS = 5_000

/** Connects, signs in where a login is set, and sends nothing. Null when mail can go out, else the reason. */
export async function whyMailCannotGo({ host, port, secure, login }: SmtpConfig): Promise<string | null> {
  const transport = nodemailer.createTransport({
    ...{ host, port, secure },
    ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  try {
    await transport.verify()
    return null
  } catch (error) {
    return reasonOf(error)
  } finally {
    transport.close()
  }
}
