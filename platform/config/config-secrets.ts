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
    else problems.push({ name: variable, expected: 'the path of a file that can be read and is not empty' })
  }
  return { ...env, ...fromFiles }
}

function secretIn(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch {
    return null
  }
}
