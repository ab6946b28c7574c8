import { open, rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { reasonOf, StartRefusal } from '../platform/start-refusal.ts'

/** Writes a file that is not there yet, for its owner alone; nothing is left of one that fails. Throws StartRefusal. */
export async function writeNewFile(path: string, write: (sink: Writable) => Promise<void>): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    const reason = isTaken ? 'it is there already: choose another name' : reasonOf(error)
    throw new StartRefusal(`${path} cannot be written: ${reason}`)
  })
  try {
    await write(file.createWriteStream())
  } catch (error) {
    await file.close()
    await rm(path, { force: true })
    throw error
  }
}
