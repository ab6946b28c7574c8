import { readConfig } from '../../../platform/config/config.ts'
import { type Installation, openInstallation } from '../../../platform/installation.ts'
import { APP_URL, FIRST_ADMIN } from '../../support/application.ts'
import { freePort } from '../../support/free-port.ts'
import type { SmtpServerForTest } from '../../support/smtp-server.ts'

/** Variables of the server that say where it keeps everything. */
export type Place = { DATA_DIR: string } | { DATABASE_URL: string; EVENTSTORE_URL?: string }

export type ServerSettings = Record<string, string> & { PORT: string; JWT_SECRET: string }

/** Everything that a server is told, and that says more than usual in its log. */
export async function serverSettings(place: Place, smtp: SmtpServerForTest): Promise<ServerSettings> {
  const { host, port, from, login } = smtp.config
  return {
    ...place,
    PORT: `${await freePort()}`,
    APP_URL,
    JWT_SECRET: 'a-secret-of-servers-that-are-killed-again',
    ADMIN_EMAIL: FIRST_ADMIN.email,
    ADMIN_PASSWORD: FIRST_ADMIN.password,
    SMTP_HOST: host,
    SMTP_PORT: `${port}`,
    SMTP_FROM: from,
    SMTP_USER: login?.user ?? '',
    SMTP_PASSWORD: login?.password ?? '',
    LOG_LEVEL: 'debug',
  }
}

/** What a server leaves behind. An embedded one must have ended. */
export async function withInstallation<T>(
  settings: ServerSettings,
  work: (kept: Installation) => Promise<T>,
): Promise<T> {
  const kept = await openInstallation(readConfig(settings), () => {})
  try {
    return await work(kept)
  } finally {
    await kept.close()
  }
}
