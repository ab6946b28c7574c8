import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Instant } from '../../domain/event.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { BackupConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { makePrivate } from '../../platform/database/private-folder.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import {
  type BackupEntry,
  type BackupIndex,
  backupsIn,
  deleteOld,
  freeName,
  readIndex,
  requireRoom,
  statOf,
  unfinished,
  writeIndex,
} from '../../platform/league-file/backup-folder.ts'
import { exportLeague } from '../../platform/league-file/league-export.ts'
import { writeNewFile } from '../../platform/new-file.ts'
import { reasonOf, StartRefusal } from '../../platform/start-refusal.ts'
import { type Clock, later } from '../../platform/time/clock.ts'
import { timeOfToday } from '../../platform/time/time-zone.ts'
import { currentSettings } from '../../projections/now/settings.ts'
import type { Read } from '../../projections/read-models/read-tables.ts'
import { proveBackup } from './prove-backup.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Less a little, so that a week's end does not slip to the next night. */
const REPLAYED_EVERY_MS = 7 * DAY_MS - HOUR_MS
/** How often each event is read: to be written, checked and, once a week, replayed. */
export const BACKUP_PASSES = 3
export const BEHIND_MS = 48 * HOUR_MS

type Parts = {
  config: BackupConfig
  serverSecret: string
  database: Database
  store: EventStore
  rawEventStore: EventStore
  read: Read
  clock: Clock
}

export type Backup = BackupEntry & { file: string; bytes: number }

export type BackupsState = {
  status: 'ok' | 'behind' | 'down'
  lastGoodAt: Instant | null
  ageSeconds: number | null
  file: string | null
  bytes: number | null
  error: string | null
}

export type Backups = ReturnType<typeof openBackups>

export function openBackups(parts: Parts) {
  const { config, read, clock, rawEventStore } = parts
  let failure: BackupIndex['failure'] = null

  return { ...config, make, list, isDue, nextAt, state, requireFolder }

  /** Returns the path of one that has proved itself. Throws StartRefusal. Only as the only operation. */
  async function make(onEvents: (count: number) => void = () => {}): Promise<string> {
    const dir = requireFolder()
    try {
      const file = await makeBackup(dir, parts, onEvents)
      failure = null
      return join(dir, file)
    } catch (error) {
      const refusal = refusalIn(error, dir)
      failure = { at: clock.now(), error: refusal instanceof StartRefusal ? refusal.message : 'It failed' }
      // The disk may be full.
      await readIndex(dir)
        .then((index) => writeIndex(dir, { ...index, failure }))
        .catch(() => {})
      throw refusal
    }
  }

  function requireFolder(): string {
    if (config.dir === null) throw new Refusal('backup-folder-missing')
    return config.dir
  }

  /** The newest first. */
  async function list(): Promise<Backup[]> {
    const { dir } = config
    if (dir === null) return []
    const { files } = await readIndex(dir)
    const names = await backupsIn(dir)
    return Promise.all(names.map(async (file) => ({ file, ...(await entryOf(dir, file, files[file])) })))
  }

  async function lookBack() {
    const index = config.dir === null ? null : await readIndex(config.dir)
    const files = Object.entries(index?.files ?? {})
    const [good = null] = files
      .filter(([, { provedAt, error }]) => provedAt !== null && error === null)
      .toSorted(([, one], [, other]) => (one.createdAt < other.createdAt ? 1 : -1))
    const failed =
      [failure, index?.failure].find((one) => one && one.at > (good?.[1].createdAt ?? '')) ?? null
    return { good, failed }
  }

  /** Of an installation without any: since it was named. */
  async function since(lastGoodAt: Instant | undefined): Promise<Instant> {
    const named = lastGoodAt ?? (await rawEventStore.read('installation')).at(-1)?.metadata.occurredAt
    return named ?? clock.now()
  }

  async function todayAt(at: string): Promise<Instant> {
    return timeOfToday(clock.now(), (await currentSettings(read)).timeZone, at).instant
  }

  async function isDue(): Promise<boolean> {
    if (config.dir === null || config.at === null) return false
    const now = clock.now()
    const today = await todayAt(config.at)
    if (now < today) return false
    const { good, failed } = await lookBack()
    const isTriedAgain = failed === null || failed.at < today || failed.at <= later(now, -HOUR_MS)
    return isTriedAgain && (await since(good?.[1].createdAt)) < today
  }

  async function nextAt(): Promise<Instant | null> {
    if (config.dir === null || config.at === null) return null
    const today = await todayAt(config.at)
    if (today > clock.now()) return today
    const { timeZone } = await currentSettings(read)
    return timeOfToday(later(today, DAY_MS), timeZone, config.at).instant
  }

  /** Null where none are made by the clock. */
  async function state(): Promise<BackupsState | null> {
    if (config.dir === null || config.at === null) return null
    const { good, failed } = await lookBack()
    const [file, entry] = good ?? [null, null]
    const ageMs = Date.parse(clock.now()) - Date.parse(await since(entry?.createdAt))
    return {
      status: failed ? 'down' : ageMs > BEHIND_MS ? 'behind' : 'ok',
      lastGoodAt: entry?.createdAt ?? null,
      ageSeconds: entry && Math.max(0, Math.round(ageMs / 1_000)),
      file,
      bytes: file === null ? null : (await statOf(config.dir, file)).bytes,
      error: failed?.error ?? null,
    }
  }
}

async function entryOf(dir: string, file: string, entry: BackupEntry | undefined) {
  const { bytes, modifiedAt } = await statOf(dir, file)
  const unknown = { createdAt: modifiedAt, events: 0, provedAt: null, replayedAt: null, error: null }
  return { ...(entry ?? unknown), bytes }
}

async function makeBackup(dir: string, parts: Parts, onEvents: (count: number) => void): Promise<string> {
  const { config, clock, read } = parts
  makePrivate(dir)
  await requireRoom(dir)
  const createdAt = clock.now()
  const file = freeName(dir, createdAt, (await currentSettings(read)).timeZone)
  const path = join(dir, unfinished(file))
  try {
    await writeBackup(path, dir, parts, onEvents)
    const index = await readIndex(dir)
    const lastReplay = Object.values(index.files).map(({ replayedAt }) => replayedAt ?? '')
    const replays = lastReplay.every((at) => at < later(createdAt, -REPLAYED_EVERY_MS))
    const proof = await proveBackup({ ...parts, path, passphrase: config.passphrase, replays, onEvents })
    const now = clock.now()
    const provedAt = proof.error === null ? now : null
    index.files[file] = { createdAt, ...proof, provedAt, replayedAt: replays ? provedAt : null }
    await writeIndex(dir, index)
    await rename(path, join(dir, file))
    if (proof.error !== null) throw new StartRefusal(`${file} is no good backup: ${proof.error}`)
    await deleteOld(dir, index, { newest: file, keep: config.keep })
    await writeIndex(dir, { ...index, failure: null })
    return file
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

async function writeBackup(path: string, dir: string, parts: Parts, onEvents: (count: number) => void) {
  const { config, serverSecret, database, ...rest } = parts
  const backup = { serverSecret, passphrase: config.passphrase }
  const what = { ...rest, kysely: database.kysely, personalData: true, backup, onEvents }
  await writeNewFile(path, async (sink) => {
    const guard = new Transform({
      transform: (bytes, _, done) => {
        requireRoom(dir).then(() => done(null, bytes), done)
      },
    })
    await Promise.all([exportLeague(guard, what), pipeline(guard, sink)])
  })
}

function refusalIn(error: unknown, dir: string): unknown {
  const isOfDisk = error instanceof Error && 'syscall' in error
  return isOfDisk ? new StartRefusal(`${dir} cannot be written: ${reasonOf(error)}`, { cause: error }) : error
}
