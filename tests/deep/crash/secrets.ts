import { expect } from 'vitest'
import { openPrivateSchema } from '../../../platform/database/private-schema.ts'
import type { Installation } from '../../../platform/installation.ts'
import { type Links, openLinks } from '../../../platform/links/links.ts'
import { APP_URL, FIRST_ADMIN } from '../../support/application.ts'
import { CONNIE } from '../../support/league/examples.ts'
import { wholeLog } from '../../support/log.ts'
import { tablesOf } from '../../support/read-tables.ts'
import type { SmtpServerForTest } from '../../support/smtp-server.ts'
import type { ServerSettings } from './server-settings.ts'

export type Secrets = {
  /** Each by what it is. */
  texts: ReadonlyMap<string, string>
  links: Links
}

const TOKEN_IN_MAIL = /https:\/\/picks\.test\/(?<what>[a-z/-]+?)(?:\/|\?token=)(?<token>[\w.-]{20,})/g

/** All that is secret in a league: what it was told, what it handed out, and what it mailed. */
export function secretsOf(
  { JWT_SECRET, SMTP_PASSWORD = '' }: ServerSettings,
  smtp: SmtpServerForTest,
  sessions: readonly string[] = [],
): Secrets {
  const texts = new Map([
    [JWT_SECRET, 'the secret of the server'],
    [SMTP_PASSWORD, 'the password of the mail server'],
    [FIRST_ADMIN.password, 'the first password'],
    [CONNIE.password, 'the password of an admin'],
    ...sessions.map((token) => [token, 'a session'] as const),
  ])
  for (const { text = '' } of smtp.mails) {
    for (const { groups } of text.matchAll(TOKEN_IN_MAIL))
      texts.set(groups?.token ?? '', `a link to ${groups?.what}`)
  }
  texts.delete('')
  return { texts, links: openLinks({ secret: JWT_SECRET, appUrl: APP_URL }) }
}

/** Neither the log, nor the tables in its schema, nor anything that a server has written holds a secret. */
export async function expectNoSecret(
  { database, rawEventStore }: Installation,
  outputs: readonly string[],
  { texts, links }: Secrets,
): Promise<void> {
  const all = new Map([...texts, ...(await hashesIn(database.kysely))])
  const places = new Map([
    ['the log', JSON.stringify(await wholeLog(rawEventStore))],
    ['the tables of the log', JSON.stringify(await tablesOf(database.kysely, 'log'))],
    ['what the servers have written', outputs.join('\n')],
  ])
  for (const [place, text] of places) {
    const found = [...all].filter(([secret]) => text.includes(secret)).map(([, what]) => what)
    expect([...found, ...pickTokensIn(text, links)], place).toEqual([])
  }
}

/** What the private schema keeps of passwords and links, which is no secret by itself but belongs nowhere else. */
async function hashesIn(kysely: Installation['database']['kysely']): Promise<[string, string][]> {
  const privateSchema = openPrivateSchema(kysely)
  const credentials = await privateSchema.selectFrom('credentials').select('password_hash').execute()
  const tokens = await privateSchema.selectFrom('link_tokens').select('token_hash').execute()
  return [
    ...credentials.flatMap(({ password_hash }): [string, string][] =>
      password_hash === null ? [] : [[password_hash, 'the hash of a password']],
    ),
    ...tokens.map(({ token_hash }): [string, string] => [token_hash, 'the hash of a link']),
  ]
}

/** Of any round and player, mailed or not. */
function pickTokensIn(text: string, links: Links): string[] {
  const tokens = text.match(/\b\d+-\d+-\d+-[\w-]{22}/g) ?? []
  return tokens.filter((token) => links.pick.read(token) !== null).map(() => 'a link to pick')
}
