import { readFileSync } from 'node:fs'
import type { ConfigProblem } from './config-values.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Variables that may stand in a file of their own, as Docker and Kubernetes hand secrets over: `JWT_SECRET_FILE`. */
export const SECRETS = [
  'DATABASE_URL',
  'EVENTSTORE_URL',
  'JWT_SECRET',
  'SMTP_PASSWORD',
  'ADMIN_PASSWORD',
] as const

export const fileVariableOf = (name: string) => `${name}_FILE`

/** The environment with each secret in its place, wherever it came from. What cannot be read joins the problems. */
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

/** Without the line break that an editor leaves at the end of a file. */
function secretIn(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch {
    return null
  }
}
