import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { dropSchema } from '../../../projections/engine/checkpoint.ts'
import { BUILT_READ_SCHEMA } from '../../support/built-read-schema.ts'
import { eventually } from '../../support/eventually.ts'
import { startOperation } from '../../support/server-process.ts'
import { type LeagueCrashRun, letLeasesEnd } from './crash-run.ts'
import { withInstallation } from './server-settings.ts'

type Moment = {
  name: string
  /** Of all kills, how many fall into this moment. */
  share: number
  /** Kills the server that was started last. Whatever is random follows from `random`. */
  kill: (run: LeagueCrashRun, random: () => number) => Promise<void>
}

/** As long as some commands take, and a lock that comes meanwhile. */
const UNDER_WRITERS_MS = 1_000
/** A rebuild of a small log, once it has begun. */
const REBUILD_MS = 150
/** What some mails take. */
const MAIL_MS = 60

/** The rarer come first: where there are few kills, they have theirs as well. */
// biome-ignore format: a table reads best as one
const MOMENTS: readonly Moment[] = [
  { name: 'while mail goes out',                   share: 0.1,  kill: duringMail },
  { name: 'while `rebuild` makes the tables anew', share: 0.1,   kill: duringRebuild },
  { name: 'while a start makes the tables anew',   share: 0.15, kill: duringRebuildAtStart },
  { name: 'during a start',                        share: 0.25, kill: duringStart },
  { name: 'under twenty writers',                  share: 0.4,  kill: underWriters },
]

/** Which moment each of so many kills falls into, in a random order. All into the one whose name holds `only`. */
export function momentsOf(kills: number, random: () => number, only?: string): Moment[] {
  const shares = only ? MOMENTS.filter(({ name }) => name.includes(only)).map(alone) : MOMENTS
  return shares
    .flatMap((moment) => Array<Moment>(Math.ceil(moment.share * kills)).fill(moment))
    .slice(0, kills)
    .map((moment) => ({ moment, place: random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ moment }) => moment)
}

const alone = (moment: Moment): Moment => ({ ...moment, share: 1 })

async function underWriters(run: LeagueCrashRun, random: () => number) {
  await run.listening()
  await sleep(random() * UNDER_WRITERS_MS)
  await run.kill()
}

async function duringStart(run: LeagueCrashRun, random: () => number) {
  await sleep(random() * run.startMs)
  await run.kill()
}

/** As with a version that reads the log in another way. A PostgreSQL server is asked when it begins. */
async function duringRebuildAtStart(run: LeagueCrashRun, random: () => number) {
  await run.kill()
  const { settings } = run
  await withInstallation(settings, async (kept) => {
    await dropSchema(kept.database.kysely, BUILT_READ_SCHEMA)
    await letLeasesEnd(kept)
  })
  if (settings.DATABASE_URL === undefined) {
    run.start()
    await sleep((0.4 + 0.8 * random()) * run.startMs)
  } else {
    await withInstallation(settings, async ({ database }) => {
      const before = await tablesInMaking(database, BUILT_READ_SCHEMA)
      run.start()
      await eventually(
        'the tables',
        async () => (await tablesInMaking(database, BUILT_READ_SCHEMA)) !== before,
      )
    })
    await sleep(random() * REBUILD_MS)
  }
  await run.kill()
}

/** Embedded, the server makes them on the command's behalf; otherwise the command does it alone, and dies with it. */
async function duringRebuild(run: LeagueCrashRun, random: () => number) {
  await run.listening()
  const { league, settings } = run
  const next = `${BUILT_READ_SCHEMA}_next`
  await (settings.DATABASE_URL === undefined
    ? killDuring(
        async () => (await league.admin.get('/admin/operations')).body.operation?.state === 'running',
      )
    : withInstallation(settings, async ({ database }) => {
        const before = await tablesInMaking(database, next)
        await killDuring(async () => (await tablesInMaking(database, next)) !== before)
      }))

  async function killDuring(hasBegun: () => Promise<boolean>) {
    const command = startOperation(['rebuild'], settings)
    let ended = false
    void command.ended.then(() => {
      ended = true
    })
    await eventually('the rebuild', async () => ended || (await hasBegun()))
    await sleep(random() * REBUILD_MS)
    await Promise.all([run.kill(), command.kill()])
    run.outputs.push(command.output())
  }
}

/** Which attempt at making the tables is there; one that was killed stays until the next begins. */
async function tablesInMaking({ kysely }: Database, schema: string): Promise<string | null> {
  const { rows } = await sql<{ oid: string }>`
    select oid::text from pg_namespace where nspname = ${schema}`.execute(kysely)
  return rows[0]?.oid ?? null
}

async function duringMail(run: LeagueCrashRun, random: () => number) {
  await run.listening()
  const { writers, smtp } = run
  const before = smtp.mails.length
  await writers.openRound(`Mailed after ${before}`)
  await eventually('a mail', async () => smtp.mails.length > before)
  await sleep(random() * MAIL_MS)
  await run.kill()
}
