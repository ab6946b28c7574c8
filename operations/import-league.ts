import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { storePasswordHash } from '../commands/accounts/credentials.ts'
import { scryptPasswords } from '../commands/accounts/passwords.ts'
import type { PresentAdmin } from '../domain/admins/admin.ts'
import type { Config } from '../platform/config/config.ts'
import { keepServerSecret } from '../platform/config/server-secret.ts'
import { openPrivateSchema } from '../platform/database/private-schema.ts'
import { openInstallation } from '../platform/installation.ts'
import type { LogCheck } from '../platform/integrity/hash-chain-check.ts'
import type { Manifest } from '../platform/league-file/league-file.ts'
import { checkLeagueFile, whyUnproven } from '../platform/league-file/league-file-check.ts'
import { type LeagueFile, openLeagueFile } from '../platform/league-file/league-file-reader.ts'
import { importLeague } from '../platform/league-file/league-import.ts'
import { StartRefusal } from '../platform/start-refusal.ts'
import { dropSchema, readSchema } from '../projections/engine/checkpoint.ts'
import { rebuild } from '../projections/engine/rebuild.ts'
import { READ_SCHEMA } from '../projections/engine/version.ts'
import { listAdmins } from '../projections/now/admins.ts'
import type { OnProgress } from './league.ts'

export type FromFile = { manifest: Manifest; check: LogCheck; admins: PresentAdmin[] }

export type Watching = { onError: (error: unknown) => void; onProgress: OnProgress }

/** With a new password for its main admin. Throws StartRefusal. */
export async function importInto(
  config: Config,
  { path, isUnproven, ...watching }: Watching & { path: string; isUnproven: boolean },
): Promise<FromFile & { signIn: { email: string; password: string } | null }> {
  const file = await openLeagueFile(path)
  const refuse = (why: string | null) => {
    if (why === null || isUnproven) return
    throw new StartRefusal(`${path} cannot be imported: ${why}. Add --unproven to import it all the same`)
  }
  return fillFrom(file, config, { ...watching, refuse }, async (found, kysely) => {
    const main = found.admins.find(({ isMain }) => isMain)
    if (!main) return { ...found, signIn: null }
    const password = randomBytes(9).toString('base64url')
    await storePasswordHash(openPrivateSchema(kysely), main.adminId, await scryptPasswords().hash(password))
    return { ...found, signIn: { email: main.email, password } }
  })
}

/** With its accounts, and with its secret unless `isNewSecret`. Throws StartRefusal. */
export async function restoreInto(
  config: Config,
  { path, isNewSecret, ...watching }: Watching & { path: string; isNewSecret: boolean },
): Promise<FromFile> {
  const { jwtSecret, dataDir, backup } = config
  const file = await openLeagueFile(path, { kind: 'backup', passphrase: backup.passphrase })
  const isOther = jwtSecret !== null && jwtSecret !== file.manifest.serverSecret
  const refuse = (unproven: string | null) => {
    const why = unproven ?? (isOther && !isNewSecret ? OTHER_SECRET : null)
    if (why !== null) throw new StartRefusal(`${path} cannot be restored: ${why}`)
  }
  const takeSecret = (secret: string) => {
    if (jwtSecret === null && !isNewSecret) keepServerSecret(dataDir, secret)
  }
  return fillFrom(file, config, { ...watching, refuse, takeSecret }, async (found) => found)
}

const OTHER_SECRET =
  'JWT_SECRET is not the secret of its server. Set it to the JWT_SECRET of that server, or to the text of server-secret in its DATA_DIR, a file that a restore without DATABASE_URL and JWT_SECRET writes too. Add --new-secret to go on without it: then links that were mailed and second factors are void'

type Filling = Watching & {
  refuse: (whyUnproven: string | null) => void
  takeSecret?: (secret: string) => void
}

/** Nothing is written before the file is checked. */
async function fillFrom<T>(
  file: LeagueFile,
  config: Config,
  { refuse, onError, onProgress, ...filling }: Filling,
  finish: (found: FromFile, kysely: Kysely<object>) => Promise<T>,
): Promise<T> {
  try {
    const check = await checkLeagueFile(file)
    refuse(whyUnproven(check))
    const { database, store, rawEventStore, close } = await openInstallation(config, onError)
    try {
      const { manifest } = file
      const { kysely } = database
      const onEvents = (count: number) => onProgress(count, manifest.events)
      await importLeague({ database, rawEventStore, file, onEvents, ...filling })
      // A first start that was cut off may have made tables.
      await dropSchema(kysely, READ_SCHEMA)
      await rebuild(database, store)
      return await finish({ manifest, check, admins: await listAdmins(readSchema(kysely)) }, kysely)
    } finally {
      await close()
    }
  } finally {
    file.close()
  }
}
