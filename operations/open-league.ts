import type { Config } from '../platform/config/config.ts'
import { readControlFile } from '../platform/control-file.ts'
import { FolderInUse } from '../platform/database/folder-lock.ts'
import { openPrivateSchema } from '../platform/database/private-schema.ts'
import { openInstallation } from '../platform/installation.ts'
import { refuseOtherLog } from '../platform/log-owner.ts'
import type { League } from './league.ts'
import { localLeague } from './local-league.ts'
import { remoteLeague } from './remote-league.ts'

/** Or the server that has it open. Throws StartRefusal. */
export async function openLeague(config: Config, onError: (error: unknown) => void): Promise<League> {
  try {
    const installation = await openInstallation(config, onError, { mustExist: true })
    const { store, database, close } = installation
    await refuseOtherLog({ store, privateSchema: openPrivateSchema(database.kysely) }).catch(
      async (error: unknown) => {
        await close()
        throw error
      },
    )
    return localLeague(installation, config, onError)
  } catch (error) {
    const control = error instanceof FolderInUse ? readControlFile(config.dataDir) : null
    if (control === null) throw error
    return remoteLeague(control)
  }
}
