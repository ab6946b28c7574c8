import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { cannotBeUsed } from '../database/private-folder.ts'
import { StartRefusal } from '../start-refusal.ts'

const CHARACTERS_MIN = 32

/** For an embedded server, made once. Call it while the folder is locked. Throws StartRefusal. */
export function readOrMakeServerSecret(dataDir: string): string {
  const path = pathIn(dataDir)
  try {
    if (!existsSync(path)) writeSecret(path, randomBytes(32).toString('base64url'))
    const secret = readFileSync(path, 'utf8').trim()
    if (secret.length >= CHARACTERS_MIN) return secret
  } catch (cause) {
    throw cannotBeUsed(`The server's secret in ${path} cannot be used`, cause)
  }
  throw new StartRefusal(
    `The server's secret in ${path} is too short: restore it, or delete it to end every session`,
  )
}

/** Of the installation that a backup was made from. */
export const keepServerSecret = (dataDir: string, secret: string) => writeSecret(pathIn(dataDir), secret)

const pathIn = (dataDir: string) => join(dataDir, 'server-secret')

function writeSecret(path: string, secret: string) {
  const unfinished = `${path}.unfinished`
  const file = openSync(unfinished, 'w', 0o600)
  writeSync(file, secret)
  fsyncSync(file)
  closeSync(file)
  renameSync(unfinished, path)
}
