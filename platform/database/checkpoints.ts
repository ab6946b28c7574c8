import { AT_START, type Checkpoint, requireInLog } from '../event-store/checkpoint.ts'
import type { EventStore } from '../event-store/event-store.ts'
import type { PrivateSchema } from './private-schema.ts'

const FOLLOWERS = ['mail', 'seals'] as const
type FollowerName = (typeof FOLLOWERS)[number]

/** Throws LogLacksEvents when somebody has followed events that are not in the log. */
export async function requireFollowedInLog(privateSchema: PrivateSchema, store: EventStore): Promise<void> {
  for (const name of FOLLOWERS) await requireInLog(store, await findCheckpoint(privateSchema, name))
}

export async function findCheckpoint(privateSchema: PrivateSchema, name: FollowerName): Promise<Checkpoint> {
  return (await checkpointOf(privateSchema, name).executeTakeFirst()) ?? AT_START
}

export async function holdCheckpoint(privateSchema: PrivateSchema, name: FollowerName): Promise<Checkpoint> {
  await moveCheckpoint(privateSchema, name, AT_START)
  return checkpointOf(privateSchema, name).forUpdate().executeTakeFirstOrThrow()
}

/** Only ever forward: another process may be further on. */
export async function moveCheckpoint(
  privateSchema: PrivateSchema,
  name: FollowerName,
  checkpoint: Checkpoint,
): Promise<void> {
  await privateSchema
    .insertInto('checkpoints')
    .values({ name, ...checkpoint })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(checkpoint)
        .where('checkpoints.position', '<', (eb) => eb.ref('excluded.position')),
    )
    .execute()
}

const checkpointOf = (privateSchema: PrivateSchema, name: FollowerName) =>
  privateSchema
    .selectFrom('checkpoints')
    .select(['position', 'stream', 'revision', 'event_id'])
    .where('name', '=', name)
