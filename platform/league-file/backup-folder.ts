import { readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instant } from '../../domain/event.ts'
import { StartRefusal } from '../start-refusal.ts'
import { wallClock } from '../time/time-zone.ts'
import { isBackup } from './league-file-reader.ts'

const NAME = /^league-(\d{4}-\d\d-\d\dT\d{4})(?:-(\d+))?\.backup(\.unfinished)?$/
const NUMBER_DIGITS = 6
/** In the folder, because a database may be lost. */
const INDEX = 'backups.json'

const FREE_BYTES_MIN = 256 * 2 ** 20

export type Backup = {
  file: string
  createdAt: Instant
  bytes: number
  events: number
  provedAt: Instant | null
  replayedAt: Instant | null
  error: string | null
}

const UNKNOWN = { events: 0, provedAt: null, replayedAt: null, error: null }

/** The newest first. By name and first bytes: whatever else is in the folder is not ours. Of a file that was put there nothing is known. */
export async function backupsIn(dir: string): Promise<Backup[]> {
  const index = readFile(join(dir, INDEX), 'utf8').then(JSON.parse)
  const known: Record<string, Backup> = await index.catch(() => ({}))
  const names = (await readdir(dir).catch(() => [])).filter((name) => NAME.test(name) && !isUnfinished(name))
  const backups: Backup[] = []
  for (const file of names.sort((one, other) => (keyOf(one) < keyOf(other) ? 1 : -1))) {
    const found = await stat(join(dir, file))
    if (!found.isFile() || !(await isBackup(join(dir, file)))) continue
    const createdAt = found.mtime.toISOString()
    backups.push({ ...UNKNOWN, createdAt, ...known[file], file, bytes: found.size })
  }
  return backups
}

function keyOf(name: string): string {
  const [, time = '', number = '1'] = NAME.exec(name) ?? []
  return time + number.padStart(NUMBER_DIGITS, '0')
}

const isUnfinished = (name: string) => NAME.exec(name)?.[3] !== undefined
export const unfinished = (name: string) => `${name}.unfinished`

/** Gives the unfinished file its name, once it is known what it is. */
export async function noteBackup(dir: string, backup: Omit<Backup, 'bytes'>): Promise<void> {
  const all = [backup, ...(await backupsIn(dir))].map((one) => [one.file, one])
  const index = join(dir, INDEX)
  await writeFile(`${index}.unfinished`, JSON.stringify(Object.fromEntries(all), null, 2), { mode: 0o600 })
  await rename(`${index}.unfinished`, index)
  await rename(join(dir, unfinished(backup.file)), join(dir, backup.file))
}

/** A second one in a minute, or in the hour that comes twice, gets a number: higher than all there, because lower ones may have been deleted. */
export async function freeName(dir: string, now: Instant, timeZone: string): Promise<string> {
  const time = wallClock(now, timeZone).replace(':', '')
  const taken = (await readdir(dir)).flatMap((name) => {
    const [, at, number = '1'] = NAME.exec(name) ?? []
    return at === time ? [Number(number)] : []
  })
  const number = Math.max(0, ...taken) + 1
  return `league-${time}${number === 1 ? '' : `-${number}`}.backup`
}

/** Once `newest` has proved itself: what counts beyond `keep`, what has failed, and what killed processes left. */
export async function deleteOld(dir: string, newest: string, keep: number): Promise<void> {
  const others = (await backupsIn(dir)).filter(({ file }) => file !== newest)
  const kept = others.filter(({ error }) => error === null).slice(0, keep - 1)
  const old = others.filter((backup) => !kept.includes(backup)).map(({ file }) => file)
  const left = (await readdir(dir)).filter(isUnfinished)
  for (const name of [...old, ...left]) await rm(join(dir, name))
}

export async function requireRoom(dir: string): Promise<void> {
  const { bavail, bsize } = await statfs(dir)
  if (bavail * bsize >= FREE_BYTES_MIN) return
  const free = Math.floor((bavail * bsize) / 2 ** 20)
  throw new StartRefusal(`Only ${free} MiB are free in ${dir}: a backup needs 256 MiB`)
}
