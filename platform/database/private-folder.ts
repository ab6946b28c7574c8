import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { reasonOf, StartRefusal } from '../start-refusal.ts'

/** Only its owner can change the modes, and some mounts let nobody: see `warningOf`. */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!isOpen(folder)) return
  try {
    chmodSync(folder, 0o700)
  } catch {}
}

const isOpen = (folder: string) => process.getuid !== undefined && (statSync(folder).mode & 0o077) !== 0

export const warningOf = (folder: string): string | null =>
  isOpen(folder)
    ? `The data folder ${folder} can be read by other users: it should belong to user ${process.getuid?.()} alone`
    : null

export function cannotBeUsed(problem: string, cause: unknown): StartRefusal {
  const { code, path } = cause as NodeJS.ErrnoException
  const isDenied = code === 'EACCES' || code === 'EPERM'
  const user = process.getuid?.()
  const isOthers = isDenied && path !== undefined && user !== undefined && ownerOf(path) !== user
  const owner = isOthers ? `: it must belong to user ${user}` : ''
  return new StartRefusal(`${problem}: ${reasonOf(cause)}${owner}`, { cause })
}

function ownerOf(path: string): number {
  try {
    return statSync(path).uid
  } catch {
    return ownerOf(dirname(path))
  }
}
