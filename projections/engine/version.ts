import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Twelve digits that are others once a file in one of these folders is another. */
export function versionOf(folders: readonly string[]): string {
  const hash = createHash('sha256')
  for (const folder of folders) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    for (const file of files.filter((name) => /\.[jt]s$/.test(name)).sort()) {
      hash.update(file).update(readFileSync(join(folder, file)))
    }
  }
  return hash.digest('hex').slice(0, 12)
}

const { dirname } = import.meta

/** Where it says what read tables hold: in the read models, the documents, the points and the rules of the domain. */
export const FOLDERS_OF_TABLES = ['../read-models', '../documents', '../points', '../../domain'].map(
  (folder) => join(dirname, folder),
)

/** The read tables that this program builds and reads. Programs of two versions run side by side, each on tables of its own. */
export const READ_SCHEMA = `read_${versionOf(FOLDERS_OF_TABLES)}`
