import { rm } from 'node:fs/promises'
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
  backupsIn,
  deleteOld,
  freeName,
  noteBackup,
  requireRoom,
  unfinished,
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
  let failure: { at: Instant; error: string } | null = null

  return { ...config, make, list, isDue, nextAt, state, requireFolder }

  /** Returns the file, which has proved itself. Throws StartRefusal. Only as the only operation. */
  async function make(onEvents: (count: number) => void = () => {}): Promise<string> {
    const dir = requireFolder()
    try {
      return await makeBackup(dir, parts, onEvents)
    } catch (cause) {
      const isOfDisk = cause instanceof Error && 'syscall' in cause
      const error = isOfDisk ? new StartRefusal(`${dir} cannot be written: ${reasonOf(cause)}`) : cause
      failure = { at: clock.now(), error: error instanceof StartRefusal ? error.message : 'It failed' }
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

  async function lookBack() {
    const backups = await list()
    const good = backups.find(({ provedAt, error }) => provedAt !== null && error === null) ?? null
    // Of an installation without any: since it was named.
    const named = good ? undefined : (await rawEventStore.read('installation')).at(-1)
    const since = good?.createdAt ?? named?.metadata.occurredAt ?? clock.now()
    const isLater = failure !== null && failure.at > (good?.createdAt ?? '')
    return { good, since, error: isLater ? (failure?.error ?? null) : (backups[0]?.error ?? null) }
  }

  async function timeOn(now: Instant): Promise<Instant> {
    return timeOfToday(now, (await currentSettings(read)).timeZone, at ?? '').instant
  }

  async function isDue(): Promise<boolean> {
    if (dir === null || at === null) return false
    const now = clock.now()
    const today = await timeOn(now)
    const isTooSoon = failure !== null && failure.at > later(now, -HOUR_MS) && failure.at >= today
    return now >= today && !isTooSoon && (await lookBack()).since < today
  }

  async function nextAt(): Promise<Instant | null> {
    if (dir === null || at === null) return null
    const today = await timeOn(clock.now())
    return today > clock.now() ? today : timeOn(later(today, DAY_MS))
  }

  /** Null where none are made by the clock. */
  async function state() {
    if (dir === null || at === null) return null
    const { good, since, error } = await lookBack()
    const ageMs = Math.max(0, Date.parse(clock.now()) - Date.parse(since))
    const status = error ? 'down' : ageMs > BEHIND_MS ? 'behind' : 'ok'
    const { createdAt = null, file = null, bytes = null } = good ?? {}
    return {
      ...{ status: status as 'ok' | 'behind' | 'down', lastGoodAt: createdAt, file, bytes, error },
      ageSeconds: good && Math.round(ageMs / 1_000),
    }
  }
}

async function makeBackup(dir: string, parts: Parts, onEvents: (count: number) => void): Promise<string> {
  const { config, clock, read } = parts
  makePrivate(dir)
  await requireRoom(dir)
  const createdAt = clock.now()
  const file = await freeName(dir, createdAt, (await currentSettings(read)).timeZone)
  const path = join(dir, unfinished(file))
  try {
    await writeBackup(path, dir, parts, onEvents)
    const replayedSince = later(createdAt, -REPLAYED_EVERY_MS)
    const replays = !(await backupsIn(dir)).some(({ replayedAt }) => (replayedAt ?? '') > replayedSince)
    const proof = await proveBackup({ ...parts, path, passphrase: config.passphrase, replays, onEvents })
    const provedAt = proof.error === null ? clock.now() : null
    await noteBackup(dir, { file, createdAt, ...proof, provedAt, replayedAt: replays ? provedAt : null })
    if (proof.error !== null) throw new StartRefusal(`${file} is no good backup: ${proof.error}`)
    await deleteOld(dir, file, config.keep)
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
