import type { Config } from '../platform/config/config.ts'
import { readControlFile } from '../platform/control-file.ts'
import { FolderInUse } from '../platform/database/folder-lock.ts'
import { openInstallation } from '../platform/installation.ts'
import type { League } from './league.ts'
import { localLeague } from './local-league.ts'
import { remoteLeague } from './remote-league.ts'

/** The league of the configuration, or the server that has it open. Throws StartRefusal. */
export async function openLeague(config: Config, onError: (error: unknown) => void): Promise<League> {
  try {
    return localLeague(await openInstallation(config, onError), onError)
  } catch (error) {
    const control = error instanceof FolderInUse ? readControlFile(config.dataDir) : null
    if (control === null) throw error
    return remoteLeague(control)
  }
}
