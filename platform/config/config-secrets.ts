import { readFileSync } from 'node:fs'
import type { ConfigProblem } from './config-values.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Docker and Kubernetes pass secrets as files: `JWT_SECRET_FILE`. */
export const SECRETS = [
  'DATABASE_URL',
  'EVENTSTORE_URL',
  'JWT_SECRET',
  'SMTP_PASSWORD',
  'ADMIN_PASSWORD',
  'BACKUP_PASSPHRASE',
] as const

export const fileVariableOf = (name: string) => `${name}_FILE`

export function withSecretsFromFiles(env: Environment, problems: ConfigProblem[]): Environment {
  const fromFiles: Record<string, string> = {}
  for (const name of SECRETS) {
    const variable = fileVariableOf(name)
    const path = env[variable]
    if (!path) continue
    if (env[name]) {
      problems.push({ name: variable, expected: `nothing, because ${name} is set as well` })
      continue
    }
    const secret = secretIn(path)
    if (secret) fromFiles[name] = secret
    else
      problems.push({
        name: variable,
        expected: 'the path of a file that can be read, is not empty, and is a text in UTF-8',
      })
  }
  return { ...env, ...fromFiles }
}

/** As editors and shells of Windows write it as well: with a mark before it, in UTF-16, with line ends after it. */
function secretIn(path: string): string | null {
  try {
    const bytes = readFileSync(path)
    const [encoding = 'utf-8'] =
      MARKS.find(([, ...mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? []
    return new TextDecoder(encoding, { fatal: true }).decode(bytes).replace(LINE_ENDS, '')
  } catch {
    return null
  }
}

const MARKS = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
] as const

export const LINE_ENDS = /(?<![\r\n])[\r\n]+$/
