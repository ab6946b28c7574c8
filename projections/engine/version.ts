import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'

/** Twelve digits that are others once one of these files is another, or one in these folders. */
export function versionOf(sources: readonly string[]): string {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesOf(source)) hash.update(file).update(readFileSync(join(source, file)))
  }
  return hash.digest('hex').slice(0, 12)
}

/** By their paths in the folder; of a file it is empty. */
function filesOf(source: string): string[] {
  if (!statSync(source).isDirectory()) return ['']
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => /\.[jt]s$/.test(name)).sort()
}

const { dirname, filename } = import.meta

/**
 * Where it says what read tables hold: in the read models, the documents, the points and the rules of the domain, and in how
 * tables are told and rows converted.
 */
export const SOURCES_OF_TABLES = [
  ...['../read-models', '../documents', '../points', '../../domain'],
  ...['table', 'read-models', 'logged-event'].map((name) => `${name}${extname(filename)}`),
].map((source) => join(dirname, source))

/** The read tables that this program builds and reads. Programs of two versions run side by side, each on tables of its own. */
export const READ_SCHEMA = `read_${versionOf(SOURCES_OF_TABLES)}`
