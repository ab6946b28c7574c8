import nodemailer from 'nodemailer'
import type { SmtpConfig } from '../config/config.ts'
import { reasonOf } from '../start-refusal.ts'
import { allWithin, smtpOptions } from './smtp-options.ts'

const TIMEOUT_MS = 5_000

/** Sends nothing. Null when mail can go out, else the reason. */
export async function whyMailCannotGo(smtp: SmtpConfig): Promise<string | null> {
  const transport = nodemailer.createTransport(smtpOptions(smtp, allWithin(TIMEOUT_MS)))
  try {
    await transport.verify()
    return null
  } catch (error) {
    return reasonOf(error)
  } finally {
    transport.close()
  }
}
