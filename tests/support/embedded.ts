import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { promisify } from 'node:util'
import { vi } from 'vitest'
import { openEmbedded } from '../../platform/database/database-embedded.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { createPostgresEventStore } from '../../platform/event-store/postgres/postgres-event-store.ts'
import { startProjector } from './start-projector.ts'

const copy = promisify(execFile)

/**
 * Fills a folder as a first start does, which takes seconds: done once in a run, by whoever needs it first, and copied by the tool that
 * is quickest at it. `tests/template.ts` says where.
 */
export async function copyTemplate(dataDir: string): Promise<void> {
  const template = process.env.TEST_TEMPLATE
  if (!template) throw new Error('TEST_TEMPLATE is not set: tests/template.ts did not run')
  if (!existsSync(template)) await ((await isFirst(template)) ? makeTemplate(template) : made(template))
  await copy('cp', ['-R', `${template}/.`, dataDir])
}

const TEMPLATE_MAX_MS = 60_000

const unfinished = (template: string) => `${template}-unfinished`

/** Of all processes of a run, only one can make the folder. */
const isFirst = (template: string) =>
  mkdir(unfinished(template)).then(
    () => true,
    () => false,
  )

const made = (template: string) => vi.waitUntil(() => existsSync(template), { timeout: TEMPLATE_MAX_MS })

/** Moved into place whole. */
async function makeTemplate(template: string) {
  const database = await openEmbedded({ dataDir: unfinished(template), fsync: () => {} })
  await migrate(database.kysely)
  const store = createPostgresEventStore(database, { onError: console.error })
  const projector = await startProjector({ database, store, onError: console.error })
  await projector.stop()
  await database.close()
  await rename(unfinished(template), template)
}
