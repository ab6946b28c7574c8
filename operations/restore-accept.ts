import { moveCheckpoint } from '../platform/database/checkpoints.ts'
import { openPrivateSchema } from '../platform/database/private-schema.ts'
import { AT_START } from '../platform/event-store/checkpoint.ts'
import type { Installation } from '../platform/installation.ts'
import { restartChain } from '../platform/integrity/hash-chain.ts'
import { takeOverLog } from '../platform/log-owner.ts'
import { StartRefusal } from '../platform/start-refusal.ts'
import { systemClock } from '../platform/time/clock.ts'
import { dropSchema, dropUnusedTables } from '../projections/engine/checkpoint.ts'
import { READ_SCHEMA } from '../projections/engine/version.ts'
import type { RestoreCheck } from './restore-check.ts'

/** Nobody is mailed about what is in the log, and the hash chain continues after its last event. Throws StartRefusal. */
export async function acceptLog(
  { database, store, rawEventStore }: Installation,
  { lost, missing }: RestoreCheck,
): Promise<void> {
  const { kysely, locks } = database
  const privateSchema = openPrivateSchema(kysely)
  const lock = await locks.takeIfFree(READ_SCHEMA, 'exclusive')
  if (lock === null) throw new StartRefusal('A server is running. Stop every server first')
  try {
    const now = systemClock.now()
    await takeOverLog({ store, privateSchema }, now)
    await dropSchema(kysely, READ_SCHEMA)
    await dropUnusedTables(database)
    const mail = { ...AT_START, position: await rawEventStore.head() }
    await privateSchema.deleteFrom('checkpoints').where('name', 'in', ['mail', 'seals']).execute()
    await moveCheckpoint(privateSchema, 'mail', mail)
    if (missing.length > 0) await restartChain(kysely, lost.common, now)
  } finally {
    await lock.release()
  }
}
