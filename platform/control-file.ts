import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Control = { url: string; token: string }

export function newControlToken(): string {
  return randomBytes(32).toString('base64url')
}

export function writeControlFile(dataDir: string, control: Control): () => void {
  const path = pathIn(dataDir)
  rmSync(path, { force: true })
  writeFileSync(path, JSON.stringify(control), { mode: 0o600 })
  return () => rmSync(path, { force: true })
}

export function readControlFile(dataDir: string): Control | null {
  try {
    return JSON.parse(readFileSync(pathIn(dataDir), 'utf8'))
  } catch {
    return null
  }
}

const pathIn = (dataDir: string) => join(dataDir, 'control.json')
