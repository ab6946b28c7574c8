import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { reasonOf, StartRefusal } from '../start-refusal.ts'

/**
 * Passwords, links and sealed picks are in there: a folder for its owner alone, also where it was made otherwise. Only its
 * owner may change that, and some mounts let nobody: see `warningOf`.
 */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!isOpen(folder)) return
  try {
    chmodSync(folder, 0o700)
  } catch {}
}

/** On Windows modes say nothing: nobody there is a user by number. */
const isOpen = (folder: string) => process.getuid !== undefined && (statSync(folder).mode & 0o077) !== 0

/** What the operator must know of a folder that could not be made private. */
export const warningOf = (folder: string): string | null =>
  isOpen(folder)
    ? `The data folder ${folder} can be read by other users: it should belong to user ${process.getuid?.()} alone`
    : null

/** Of a file or folder. Names whose it must be, where it belongs to somebody else. */
export function cannotBeUsed(problem: string, cause: unknown): StartRefusal {
  const { code, path } = cause as NodeJS.ErrnoException
  const isDenied = code === 'EACCES' || code === 'EPERM'
  const user = process.getuid?.()
  const isOthers = isDenied && path !== undefined && user !== undefined && ownerOf(path) !== user
  const owner = isOthers ? `: it must belong to user ${user}` : ''
  return new StartRefusal(`${problem}: ${reasonOf(cause)}${owner}`, { cause })
}

/** Where it is not there, or not to be seen, of the folder that it is in. */
function ownerOf(path: string): number {
  try {
    return statSync(path).uid
  } catch {
    return ownerOf(dirname(path))
  }
}
