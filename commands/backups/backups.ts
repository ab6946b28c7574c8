import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Instant } from '../../domain/event.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { BackupConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import {
  type Backup,
  backupsIn,
  deleteOld,
  type Failure,
  freeName,
  isGood,
  lastFailure,
  noteBackup,
  requireRoom,
  UNKNOWN,
  unfinished,
} from '../../platform/league-file/backup-folder.ts'
import { exportLeague } from '../../platform/league-file/league-export.ts'
import { writeNewFile } from '../../platform/new-file.ts'
import { isOfSystem, reasonOf, StartRefusal } from '../../platform/start-refusal.ts'
import { type Clock, later } from '../../platform/time/clock.ts'
import { timeOfToday } from '../../platform/time/time-zone.ts'
import { currentSettings } from '../../projections/now/settings.ts'
import type { Read } from '../../projections/read-models/read-tables.ts'
import { proveBackup } from './prove-backup.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Less a little, so that a week's end does not slip to the next night. */
const REPLAYED_EVERY_MS = 7 * DAY_MS - HOUR_MS
const BEHIND_MS = 48 * HOUR_MS

/** How often each event is read: to be written, checked and, once a week, replayed. */
export const BACKUP_PASSES = 3

type Parts = {
  config: BackupConfig
  serverSecret: string
  database: Database
  store: EventStore
  rawEventStore: EventStore
  read: Read
  clock: Clock
}

export type Backups = ReturnType<typeof openBackups>

export function openBackups(parts: Parts) {
  const { config, read, clock, rawEventStore } = parts
  const { dir, at } = config
  const isByClock = dir !== null && at !== null
  let failure: Failure | null = null

  return { ...config, isByClock, make, list, isDue, nextAt, state, requireFolder }

  /** Returns the file, which has proved itself. Throws StartRefusal, or Refusal without a folder. Only as the only operation. */
  async function make(onEvents: (count: number) => void = () => {}): Promise<string> {
    const dir = requireFolder()
    const tried: Backup = { ...UNKNOWN, file: '', createdAt: clock.now(), bytes: 0 }
    try {
      await mkdir(dir, { recursive: true, mode: 0o700 })
      await requireRoom(dir)
      tried.file = await freeName(dir, tried.createdAt, await zone())
      await writeAndProve(dir, tried, onEvents)
      if (isGood(tried)) await deleteOld(dir, tried, config.keep)
    } catch (cause) {
      const why = isOfSystem(cause) ? new StartRefusal(`${dir} cannot be written: ${reasonOf(cause)}`) : cause
      const error = why instanceof StartRefusal ? why.message : 'It failed'
      failure = { at: clock.now(), error }
      // For the other processes. A folder without room stays as it is.
      if (tried.file !== '' && !isGood(tried)) await noteBackup(dir, { ...tried, error }).catch(() => {})
      throw why
    }
    if (tried.error !== null) throw new StartRefusal(`${tried.file} is no good backup: ${tried.error}`)
    failure = null
    return tried.file
  }

  async function writeAndProve(dir: string, tried: Backup, onEvents: (count: number) => void) {
    const path = join(dir, unfinished(tried.file))
    try {
      await writeBackup(path, dir, parts, onEvents)
      const replayedSince = later(tried.createdAt, -REPLAYED_EVERY_MS)
      const replays = !(await pastBackups()).some(({ replayedAt }) => (replayedAt ?? '') > replayedSince)
      const { passphrase } = config
      const proof = await proveBackup({ ...parts, path, passphrase, replays, onEvents })
      const provedAt = proof.error === null ? clock.now() : null
      const { size: bytes } = await stat(path)
      Object.assign(tried, { ...proof, bytes, provedAt, replayedAt: replays ? provedAt : null })
      // One that failed is enough to be looked at.
      const isKept = isGood(tried) || (await list()).every(({ error }) => error === null)
      await noteBackup(dir, tried)
      if (isKept) await rename(path, join(dir, tried.file))
      else await rm(path)
    } catch (error) {
      tried.provedAt = null
      await rm(path, { force: true })
      throw error
    }
  }

  function requireFolder(): string {
    if (dir === null) throw new Refusal('backup-folder-missing')
    return dir
  }

  async function list() {
    return dir === null ? [] : backupsIn(dir)
  }

  /** Without those from when the clock was ahead. */
  async function pastBackups() {
    const now = clock.now()
    return (await list()).filter(({ createdAt }) => createdAt <= now)
  }

  async function lookBack() {
    const good = (await pastBackups()).find(isGood) ?? null
    // Of an installation without any: since it was named.
    const named = good ? undefined : (await rawEventStore.read('installation')).at(-1)
    const since = good?.createdAt ?? named?.metadata.occurredAt ?? clock.now()
    const now = clock.now()
    const failures = [failure, dir === null ? null : await lastFailure(dir)]
    return {
      good,
      since,
      failure: failures.find((one) => one && one.at > (good?.createdAt ?? '') && one.at <= now) ?? null,
    }
  }

  async function zone(): Promise<string> {
    return (await currentSettings(read)).timeZone
  }

  async function isDue(): Promise<boolean> {
    if (at === null || !isByClock) return false
    const now = clock.now()
    const today = timeOfToday(now, await zone(), at).instant
    const { since, failure } = await lookBack()
    const isTooSoon = failure !== null && failure.at > later(now, -HOUR_MS) && failure.at >= today
    return now >= today && !isTooSoon && since < today
  }

  async function nextAt(): Promise<Instant | null> {
    if (at === null || !isByClock) return null
    const now = clock.now()
    const timeZone = await zone()
    const today = timeOfToday(now, timeZone, at).instant
    return today > now ? today : timeOfToday(now, timeZone, at, 1).instant
  }

  /** Null where none are made by the clock. */
  async function state() {
    if (!isByClock) return null
    const { good, since, failure } = await lookBack()
    const ageMs = Math.max(0, Date.parse(clock.now()) - Date.parse(since))
    const status = failure ? 'down' : ageMs > BEHIND_MS ? 'behind' : 'ok'
    const { createdAt = null, file = null, bytes = null } = good ?? {}
    return {
      ...{ status: status as 'ok' | 'behind' | 'down', lastGoodAt: createdAt, file, bytes },
      ...{ error: failure?.error ?? null, ageSeconds: good && Math.round(ageMs / 1_000) },
    }
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
