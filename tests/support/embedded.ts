import { cpSync, existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import type { Database } from '#platform/database'
import { type EmbeddedOptions, openEmbedded } from '#platform/database-embedded'
import { migrate } from '#platform/migrations'
import { temporaryFolder } from './folder.ts'

export type EmbeddedForTest = { database: Database; dataDir: string; close(): Promise<void> }

/** A migrated embedded database on a folder of its own, which goes with it. Does not sync unless given a way to. */
export async function embeddedForTest(
  options: Omit<EmbeddedOptions, 'dataDir'> = {},
): Promise<EmbeddedForTest> {
  const folder = await temporaryFolder()
  await copyTemplate(folder.path)
  const database = await openEmbedded({ fsync: () => {}, ...options, dataDir: folder.path })
  await migrate(database.kysely)
  return {
    database,
    dataDir: folder.path,
    close: async () => {
      await database.close()
      await folder.remove()
    },
  }
}

/** The first start of PGlite takes seconds, so it is made once per version and copied, which is quickest without promises. */
export async function copyTemplate(dataDir: string): Promise<void> {
  const folder = join(tmpdir(), `picks-template-${pgliteVersion()}-${userInfo().username}`)
  if (!existsSync(folder)) await makeTemplate(folder)
  cpSync(folder, dataDir, { recursive: true })
}

/** Moved into place whole, so that test files that start at once need not wait for each other. */
async function makeTemplate(folder: string) {
  const unfinished = await mkdtemp(`${folder}-`)
  const database = await openEmbedded({ dataDir: unfinished })
  await database.close()
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }))
}

function pgliteVersion(): string {
  const require = createRequire(import.meta.url)
  const packageFile = join(dirname(require.resolve('@electric-sql/pglite')), '..', 'package.json')
  return require(packageFile).version
}
