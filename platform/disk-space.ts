import { statfs } from 'node:fs/promises'
import { DiskFull } from './database.ts'

/** Room for what the database may still write in the time between two looks. */
const FLOOR_BYTES = 128 * 1024 * 1024
const LOOK_INTERVAL_MS = 1_000

/** A cheap check before a write: looks at the disk at most once a second, and throws DiskFull below the floor. */
export function guardDiskSpace(options: { folder: string; freeBytes?: (folder: string) => Promise<number> }) {
  const freeBytes = options.freeBytes ?? freeBytesOf
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let free = Promise.resolve(0)

  return async () => {
    if (performance.now() - lookedAtMs >= LOOK_INTERVAL_MS) {
      lookedAtMs = performance.now()
      free = freeBytes(options.folder)
    }
    const bytes = await free
    if (bytes < FLOOR_BYTES) throw new DiskFull(options.folder, bytes)
  }
}

async function freeBytesOf(folder: string) {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
