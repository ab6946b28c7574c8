import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, type Migration, Migrator } from 'kysely'
import pg from 'pg'
import { reasonOf, StartRefusal } from '../start-refusal.ts'
import { createLog } from './migrations/001-log.ts'
import { createPrivateSchema } from './migrations/002-private-schema.ts'

const MIGRATIONS: Record<string, Migration> = {
  '001-log': { up: createLog },
  '002-private-schema': { up: createPrivateSchema },
}

/** Two processes may call it at once. Throws StartRefusal. */
export async function migrate(kysely: Kysely<object>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { error } = await migratorOf(kysely).migrateToLatest()
    if (!error) return
    if (attempt === ATTEMPTS || !wasGoneMeanwhile(error)) {
      throw new StartRefusal(`The database cannot be brought up to date: ${reasonOf(error)}`, {
        cause: error,
      })
    }
    await sleep(PAUSE_MS)
  }
}

/** The migrator looks at every schema, and another process may swap its read tables meanwhile. */
const wasGoneMeanwhile = (error: unknown) =>
  error instanceof pg.DatabaseError && GONE.includes(error.code ?? '')
const GONE = ['3F000', '42P01', '42703']
const ATTEMPTS = 20
const PAUSE_MS = 50

export async function pendingMigrations(kysely: Kysely<object>): Promise<number> {
  const migrations = await migratorOf(kysely).getMigrations()
  return migrations.filter(({ executedAt }) => executedAt === undefined).length
}

const migratorOf = (kysely: Kysely<object>) =>
  new Migrator({
    db: kysely,
    provider: { getMigrations: async () => MIGRATIONS },
    migrationTableSchema: 'private',
  })
