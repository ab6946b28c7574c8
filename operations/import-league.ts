import { randomBytes } from 'node:crypto'
import { storePasswordHash } from '../commands/accounts/credentials.ts'
import { scryptPasswords } from '../commands/accounts/passwords.ts'
import type { Config } from '../platform/config/config.ts'
import { openPrivateSchema } from '../platform/database/private-schema.ts'
import { openInstallation } from '../platform/installation.ts'
import type { Manifest } from '../platform/league-file/league-file.ts'
import { openLeagueFile } from '../platform/league-file/league-file-reader.ts'
import { importLeague } from '../platform/league-file/league-import.ts'
import { dropSchema, readSchema } from '../projections/engine/checkpoint.ts'
import { rebuild } from '../projections/engine/rebuild.ts'
import { READ_SCHEMA } from '../projections/engine/version.ts'
import { listAdmins } from '../projections/read-models/admins.ts'
import type { OnProgress } from './league.ts'

export type Imported = { manifest: Manifest; signIn: { email: string; password: string } | null }

/** Makes a new installation of a league file, with a new password for its main admin. Throws StartRefusal. */
export async function importInto(
  config: Config,
  path: string,
  onError: (error: unknown) => void,
  onProgress: OnProgress,
): Promise<Imported> {
  const file = await openLeagueFile(path)
  try {
    const { database, store, rawEventStore, close } = await openInstallation(config, onError)
    try {
      const { kysely } = database
      const { manifest } = file
      const onEvents = (count: number) => onProgress(count, manifest.events)
      await importLeague({ database, rawEventStore, file, onEvents })
      // A first start that was cut off may have made tables, and new ones would go no further than those.
      await dropSchema(kysely, READ_SCHEMA)
      await rebuild(database, store)
      const main = (await listAdmins(readSchema(kysely, READ_SCHEMA))).find(({ is_main }) => is_main)
      if (!main) return { manifest, signIn: null }
      const password = randomBytes(9).toString('base64url')
      await storePasswordHash(openPrivateSchema(kysely), main.id, await scryptPasswords().hash(password))
      return { manifest, signIn: { email: main.email, password } }
    } finally {
      await close()
    }
  } finally {
    file.close()
  }
}
