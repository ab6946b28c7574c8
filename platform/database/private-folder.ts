import { chmodSync, mkdirSync, statSync } from 'node:fs'
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

const isOpen = (folder: string) => (statSync(folder).mode & 0o077) !== 0

/** What the operator must know of a folder that could not be made private. */
export const warningOf = (folder: string): string | null =>
  isOpen(folder)
    ? `The data folder ${folder} can be read by other users: it should belong to ${thisUser()} alone`
    : null

/** Of a file or folder. Names whose it must be, where that is the cause. */
export function cannotBeUsed(problem: string, cause: unknown): StartRefusal {
  const isDenied = ['EACCES', 'EPERM'].some((code) => reasonOf(cause).startsWith(code))
  const owner = isDenied ? `: it must belong to ${thisUser()}` : ''
  return new StartRefusal(`${problem}: ${reasonOf(cause)}${owner}`, { cause })
}

const thisUser = () => (process.getuid ? `user ${process.getuid()}` : 'the user of the server')
