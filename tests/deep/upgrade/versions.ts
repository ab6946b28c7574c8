import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { ROOT } from '../../support/application.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { startOperation } from '../../support/server-process.ts'

/** A build of the application. */
export type Version = { name: 'old' | 'new'; root: string }

export type Versions = { old: Version; new: Version; remove(): Promise<void> }

/** A table of picks, and what the new version calls it: neither version can use the tables of the other. */
const RENAMED = { table: 'pick_versions', to: 'versions_of_picks' }

/** The build, and a copy of it that has other read tables. */
export async function makeVersions(): Promise<Versions> {
  const { path: root, remove } = await temporaryFolder()
  for (const name of ['package.json', 'node_modules']) await symlink(join(ROOT, name), join(root, name))
  await cp(join(ROOT, 'dist'), join(root, 'dist'), { recursive: true })
  for (const file of await readdir(join(root, 'dist/projections'), { recursive: true })) {
    if (!file.endsWith('.js')) continue
    const path = join(root, 'dist/projections', file)
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll(RENAMED.table, RENAMED.to))
  }
  return { old: { name: 'old', root: ROOT }, new: { name: 'new', root }, remove }
}

/** In the words of the product itself: the log as it was sealed, and the tables of this version true to it. */
export async function expectVerified({ name, root }: Version, env: Record<string, string>): Promise<void> {
  const verify = startOperation(['verify'], env, root)
  expect(await verify.ended, `${name}: ${verify.output()}`).toMatchObject({ code: 0 })
}
