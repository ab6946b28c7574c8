import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileVariableOf, SECRETS } from '../../platform/config/config-secrets.ts'
import { ROOT } from '../architecture/source-files.ts'

/** Every variable that the configuration reads, sorted. */
export function knownVariables(): string[] {
  const text = readFileSync(join(ROOT, 'platform/config/config.ts'), 'utf8')
  const read = [...text.matchAll(/read\('([A-Z_]+)'/g)].map(([, name = '']) => name)
  return [...new Set([...read, ...SECRETS.map(fileVariableOf)])].sort()
}
