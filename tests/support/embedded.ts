import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { openEmbedded } from '../../platform/database/database-embedded.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { createPostgresEventStore } from '../../platform/event-store/postgres/postgres-event-store.ts'
import { madeOnce } from './made-once.ts'
import { startProjector } from './start-projector.ts'

const copy = promisify(execFile)

/** Fills a folder as a first start does, which takes seconds, and is copied by the tool that is quickest at it. */
export async function copyTemplate(dataDir: string): Promise<void> {
  const template = process.env.TEST_TEMPLATE
  if (!template) throw new Error('TEST_TEMPLATE is not set: tests/template.ts did not run')
  await madeOnce(template, makeDatabase)
  await copy('cp', ['-R', `${template}/.`, dataDir])
}

async function makeDatabase(dataDir: string) {
  const database = await openEmbedded({ dataDir, fsync: () => {} })
  await migrate(database.kysely)
  const store = createPostgresEventStore(database, { onError: console.error })
  const projector = await startProjector({ database, store, onError: console.error })
  await projector.stop()
  await database.close()
}
