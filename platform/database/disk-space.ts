import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import { DiskFull } from './database.ts'

const FLOOR_BYTES = 128 * 1024 * 1024
const LOOK_INTERVAL_MS = 1_000

export type FreeBytes = (folder: string) => Promise<number>

/** Looks at the disk at most once a second, and throws DiskFull below the floor. */
export function guardDiskSpace(options: { folder: string; freeBytes?: FreeBytes | undefined }) {
  const freeBytes = options.freeBytes ?? freeBytesOf
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let free = Promise.resolve(0)

  return async () => {
    if (performance.now() - lookedAtMs >= LOOK_INTERVAL_MS) {
      lookedAtMs = performance.now()
      free = freeBytes(options.folder)
    }
    const bytes = await free
    if (bytes < FLOOR_BYTES) throw new DiskFull(options.folder, bytes, FLOOR_BYTES)
  }
}

/** Refuses statements that make the database grow. An update passes: mail that has gone out must be noted as sent. */
export function refuseGrowth(client: pg.PoolClient, refuseWhenFull: () => Promise<void>): void {
  const query: (...args: unknown[]) => unknown = client.query.bind(client)
  let last: Promise<unknown> | null = null
  const guarded = (...args: unknown[]) => {
    const grows = GROWS.test(textOf(args[0]))
    if (!grows && last === null) return query(...args)
    // A commit must not overtake a statement that waits for the look at the disk.
    const allowed = Promise.resolve(last).then(() => (grows ? refuseWhenFull() : undefined))
    const passed = allowed
      .catch(() => {})
      .then(() => {
        if (last === passed) last = null
      })
    last = passed
    const answer = allowed.then(() => query(...args))
    const callback = args.at(-1)
    return typeof callback === 'function' ? answer.catch((error) => callback(error)) : answer
  }
  client.query = guarded as typeof client.query
}

const GROWS = /^\s*(insert|create|alter)\b/i

function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : ''
}

async function freeBytesOf(folder: string) {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
