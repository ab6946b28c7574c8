import { open, rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { reasonOf, StartRefusal } from './start-refusal.ts'

const REASONS: readonly { codes: readonly string[]; text: string }[] = [
  { codes: ['EEXIST'], text: 'it exists already: choose another name' },
  {
    codes: ['EACCES', 'EPERM', 'EROFS'],
    text: 'this user may not write there: choose another folder, such as /data/league.zip in a container',
  },
]

/** Nothing is left of a file that fails. Throws StartRefusal. */
export async function writeNewFile(path: string, write: (sink: Writable) => Promise<void>): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : null
    const reason = REASONS.find(({ codes }) => codes.includes(`${code}`))?.text ?? reasonOf(error)
    throw new StartRefusal(`${path} cannot be written: ${reason}`)
  })
  try {
    await write(file.createWriteStream({ flush: true }))
  } catch (error) {
    await file.close()
    await rm(path, { force: true })
    throw error
  }
}
