import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Twelve digits that change with the files, or with any file in the folders. */
export function versionOf(sources: readonly string[]): string {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesOf(source)) hash.update(file).update(readFileSync(join(source, file)))
  }
  return hash.digest('hex').slice(0, 12)
}

function filesOf(source: string): string[] {
  if (!statSync(source).isDirectory()) return ['']
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => /\.[jt]s$/.test(name)).sort()
}

/** What read tables hold follows from these. */
export const SOURCES_OF_TABLES = ['../read-models', '../points', '../../domain'].map((source) =>
  join(import.meta.dirname, source),
)

/** Programs of two versions run side by side, each on tables of its own. */
export const READ_SCHEMA = `read_${versionOf(SOURCES_OF_TABLES)}`
