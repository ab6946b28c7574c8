import { randomBytes } from 'node:crypto'
import { storePasswordHash } from '../commands/accounts/credentials.ts'
import { scryptPasswords } from '../commands/accounts/passwords.ts'
import type { PresentAdmin } from '../domain/admins/admin.ts'
import type { Config } from '../platform/config/config.ts'
import { openPrivateSchema } from '../platform/database/private-schema.ts'
import { openInstallation } from '../platform/installation.ts'
import type { LogCheck } from '../platform/integrity/hash-chain-check.ts'
import type { Manifest } from '../platform/league-file/league-file.ts'
import { checkLeagueFile } from '../platform/league-file/league-file-check.ts'
import { openLeagueFile } from '../platform/league-file/league-file-reader.ts'
import { importLeague } from '../platform/league-file/league-import.ts'
import { StartRefusal } from '../platform/start-refusal.ts'
import { dropSchema, readSchema } from '../projections/engine/checkpoint.ts'
import { rebuild } from '../projections/engine/rebuild.ts'
import { READ_SCHEMA } from '../projections/engine/version.ts'
import { listAdmins } from '../projections/now/admins.ts'
import { whyUnproven } from './findings.ts'
import type { OnProgress } from './league.ts'

type Imported = {
  manifest: Manifest
  check: LogCheck
  admins: PresentAdmin[]
  signIn: { email: string; password: string } | null
}

type Options = {
  path: string
  isUnproven: boolean
  onError: (error: unknown) => void
  onProgress: OnProgress
}

/** With a new password for its main admin. Throws StartRefusal. */
export async function importInto(
  config: Config,
  { path, isUnproven, onError, onProgress }: Options,
): Promise<Imported> {
  const file = await openLeagueFile(path)
  try {
    const check = await checkLeagueFile(file)
    if (!isUnproven) refuseUnproven(path, check)
    const { database, store, rawEventStore, close } = await openInstallation(config, onError)
    try {
      const { kysely } = database
      const { manifest } = file
      const onEvents = (count: number) => onProgress(count, manifest.events)
      await importLeague({ database, rawEventStore, file, onEvents })
      // A first start that was cut off may have made tables.
      await dropSchema(kysely, READ_SCHEMA)
      await rebuild(database, store)
      const admins = await listAdmins(readSchema(kysely))
      const main = admins.find(({ isMain }) => isMain)
      if (!main) return { manifest, check, admins, signIn: null }
      const password = randomBytes(9).toString('base64url')
      await storePasswordHash(openPrivateSchema(kysely), main.adminId, await scryptPasswords().hash(password))
      return { manifest, check, admins, signIn: { email: main.email, password } }
    } finally {
      await close()
    }
  } finally {
    file.close()
  }
}

function refuseUnproven(path: string, check: LogCheck) {
  const why = whyUnproven(check)
  if (why === null) return
  throw new StartRefusal(`${path} cannot be imported: ${why}. Add --unproven to import it all the same`)
}
