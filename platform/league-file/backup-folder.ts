import { readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instant } from '../../domain/event.ts'
import { StartRefusal } from '../start-refusal.ts'
import { wallClock } from '../time/time-zone.ts'
import { isBackup } from './league-file-reader.ts'

const NAME = /^league-(\d{4}-\d\d-\d\dT\d{4})(?:-(\d+))?\.backup(\.unfinished)?$/
/** What is known of each file, and of the last try, which comes first. In the folder, because a database may be lost. */
const INDEX = 'backups.json'

const FREE_BYTES_MIN = 256 * 2 ** 20

export type Backup = {
  file: string
  createdAt: Instant
  bytes: number
  events: number
  provedAt: Instant | null
  replayedAt: Instant | null
  /** Why it is no good backup. */
  error: string | null
}

export const UNKNOWN = { events: 0, provedAt: null, replayedAt: null, error: null }

export type Failure = { at: Instant; error: string }

export const isGood = ({ provedAt, error }: Backup) => provedAt !== null && error === null

/** The newest first. By name and first bytes: whatever else is in the folder is not ours. Of a file that was put there, or changed its size, nothing is known. */
export async function backupsIn(dir: string): Promise<Backup[]> {
  const known = await knownIn(dir)
  const names = (await namesIn(dir)).filter((name) => !isUnfinished(name))
  // Of one instant, the last one that was made comes first.
  const files = new Set([...known.map(({ file }) => file), ...names])
  const backups: Backup[] = []
  for (const file of files) {
    if (!names.includes(file)) continue
    const found = await stat(join(dir, file)).catch(() => null)
    if (!found || !(await isBackup(join(dir, file)))) continue
    const createdAt = found.mtime.toISOString()
    const unknown = { ...UNKNOWN, file, createdAt, bytes: found.size }
    backups.push(known.find((one) => one.file === file && one.bytes === found.size) ?? unknown)
  }
  return backups.sort((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
}

/** Why the last try has made no good backup; null where it has, or where there was none. */
export async function lastFailure(dir: string): Promise<Failure | null> {
  const [last] = await knownIn(dir)
  return last?.error ? { at: last.createdAt, error: last.error } : null
}

async function knownIn(dir: string): Promise<Backup[]> {
  const known = await readFile(join(dir, INDEX), 'utf8')
    .then(JSON.parse)
    .catch(() => null)
  return Array.isArray(known) ? known : []
}

async function namesIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => !entry.isDirectory() && NAME.test(entry.name)).map(({ name }) => name)
}

const isUnfinished = (name: string) => NAME.exec(name)?.[3] !== undefined
export const unfinished = (name: string) => `${name}.unfinished`

/** The last try, before its file gets its name. It may have left none. */
export async function noteBackup(dir: string, backup: Backup): Promise<void> {
  const index = join(dir, INDEX)
  const all = [backup, ...(await backupsIn(dir)).filter(({ file }) => file !== backup.file)]
  await writeFile(unfinished(index), JSON.stringify(all, null, 2), { mode: 0o600, flush: true })
  await rename(unfinished(index), index)
}

/** A second one in a minute, or in the hour that comes twice, gets a number: higher than all there, because lower ones may have been deleted. */
export async function freeName(dir: string, now: Instant, timeZone: string): Promise<string> {
  const time = wallClock(now, timeZone).replace(':', '')
  const taken = (await namesIn(dir)).flatMap((name) => {
    const [, at, number = '1'] = NAME.exec(name) ?? []
    return at === time ? [Number(number)] : []
  })
  const number = Math.max(0, ...taken) + 1
  return `league-${time}${number === 1 ? '' : `-${number}`}.backup`
}

/** Once the newest has proved itself: those that failed, what is older than the last `keep` good ones, and what killed processes left. */
export async function deleteOld(dir: string, newest: Backup, keep: number): Promise<void> {
  const all = await backupsIn(dir)
  // One from when the clock was ahead takes no place.
  const good = all.filter((one) => isGood(one) && one.createdAt <= newest.createdAt)
  const oldest = good[keep - 1]
  const end = oldest ? all.indexOf(oldest) : all.length
  const isOld = (one: Backup, index: number) => one.error !== null || index > end
  const old = all
    .filter((one, index) => one.file !== newest.file && isOld(one, index))
    .map(({ file }) => file)
  const left = (await namesIn(dir)).filter(isUnfinished)
  for (const name of [...old, ...left]) await rm(join(dir, name), { force: true })
}

export async function requireRoom(dir: string): Promise<void> {
  const { bavail, bsize } = await statfs(dir)
  if (bavail * bsize >= FREE_BYTES_MIN) return
  const free = Math.floor((bavail * bsize) / 2 ** 20)
  throw new StartRefusal(`Only ${free} MiB are free in ${dir}: a backup needs 256 MiB`)
}
