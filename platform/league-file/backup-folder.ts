import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instant } from '../../domain/event.ts'
import { StartRefusal } from '../start-refusal.ts'
import { wallClock } from '../time/time-zone.ts'
import { isBackup } from './league-file-reader.ts'

const NAME = /^league-(\d{4}-\d\d-\d\dT\d{4})(?:-(\d+))?\.backup$/
const UNFINISHED = '.unfinished'
const INDEX = 'backups.json'

const FREE_BYTES_MIN = 256 * 2 ** 20

/** What is known of a file; of one that was put there, nothing. */
export type BackupEntry = {
  createdAt: Instant
  events: number
  provedAt: Instant | null
  replayedAt: Instant | null
  error: string | null
}

/** In the folder, because a database may be lost. `failure`: of the last try. */
export type BackupIndex = {
  files: Record<string, BackupEntry>
  failure: { at: Instant; error: string } | null
}

export async function readIndex(dir: string): Promise<BackupIndex> {
  const text = await readFile(join(dir, INDEX), 'utf8').catch(() => 'null')
  const index = parsed(text)
  const files = Object.entries(index.files).filter(([file]) => NAME.test(file) && existsSync(join(dir, file)))
  return { ...index, files: Object.fromEntries(files) }
}

function parsed(text: string): BackupIndex {
  try {
    return { files: {}, failure: null, ...JSON.parse(text) }
  } catch {
    return { files: {}, failure: null }
  }
}

export async function writeIndex(dir: string, index: BackupIndex): Promise<void> {
  const unfinished = join(dir, `${INDEX}${UNFINISHED}`)
  await writeFile(unfinished, JSON.stringify(index, null, 2), { mode: 0o600, flush: true })
  await rename(unfinished, join(dir, INDEX))
}

/** The newest first. By name and first bytes: whatever else is in the folder is not ours. */
export async function backupsIn(dir: string): Promise<string[]> {
  const files = (await readdir(dir, { withFileTypes: true }).catch(() => [])).filter((one) => one.isFile())
  const ours: string[] = []
  for (const { name } of files) if (NAME.test(name) && (await isBackup(join(dir, name)))) ours.push(name)
  return ours.sort((one, other) => (keyOf(one) < keyOf(other) ? 1 : -1))
}

function keyOf(name: string): string {
  const [, time = '', number = '1'] = NAME.exec(name) ?? []
  return time + number.padStart(NUMBER_DIGITS, '0')
}

const NUMBER_DIGITS = 6

/** A second one in a minute, or in the hour that comes twice, gets a number. */
export function freeName(dir: string, now: Instant, timeZone: string): string {
  const time = `league-${wallClock(now, timeZone).replace(':', '')}`
  for (let number = 1; ; number += 1) {
    const name = `${time}${number === 1 ? '' : `-${number}`}.backup`
    if (![name, unfinished(name)].some((one) => existsSync(join(dir, one)))) return name
  }
}

export const unfinished = (name: string) => `${name}${UNFINISHED}`

/** Once `newest` has proved itself: what counts beyond `keep`, what has failed, and what killed processes left. */
export async function deleteOld(
  dir: string,
  { files }: BackupIndex,
  { newest, keep }: { newest: string; keep: number },
) {
  const others = (await backupsIn(dir)).filter((name) => name !== newest)
  const counting = others.filter((name) => !files[name]?.error)
  const kept = new Set(counting.slice(0, keep - 1))
  const old = others.filter((name) => !kept.has(name))
  const left = (await readdir(dir)).filter(
    (name) => name.endsWith(UNFINISHED) && NAME.test(name.slice(0, -UNFINISHED.length)),
  )
  for (const name of [...old, ...left]) {
    delete files[name]
    await rm(join(dir, name))
  }
}

export async function requireRoom(dir: string): Promise<void> {
  const { bavail, bsize } = await statfs(dir)
  if (bavail * bsize >= FREE_BYTES_MIN) return
  const free = Math.floor((bavail * bsize) / 2 ** 20)
  throw new StartRefusal(`Only ${free} MiB are free in ${dir}: a backup needs 256 MiB`)
}

export async function statOf(dir: string, file: string): Promise<{ bytes: number; modifiedAt: Instant }> {
  const { size, mtime } = await stat(join(dir, file))
  return { bytes: size, modifiedAt: mtime.toISOString() }
}
