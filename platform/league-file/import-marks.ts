import type { PrivateSchema } from '../database/private-schema.ts'
import { AT_START } from '../event-store/checkpoint.ts'
import { type Position, START } from '../event-store/event-store.ts'
import { StartRefusal } from '../start-refusal.ts'

const UNDER_WAY = 'unfinished import'
const DONE = 'import'

export const FIRST_USE_LOCK = 'first use'

export async function beginImport(privateSchema: PrivateSchema): Promise<void> {
  await privateSchema
    .insertInto('checkpoints')
    .values({ name: UNDER_WAY, ...AT_START })
    .execute()
}

export async function endImport(privateSchema: PrivateSchema, head: Position): Promise<void> {
  await privateSchema.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('checkpoints').where('name', '=', UNDER_WAY).execute()
    await transaction
      .insertInto('checkpoints')
      .values([
        { ...AT_START, name: DONE, position: head },
        { ...AT_START, name: 'mail', position: head },
      ])
      .execute()
  })
}

/** Throws StartRefusal while an import is under way, or was interrupted. */
export async function refuseUnfinishedImport(privateSchema: PrivateSchema): Promise<void> {
  if ((await positionOf(privateSchema, UNDER_WAY)) === undefined) return
  throw new StartRefusal('An import or a restore did not finish. Empty the installation and begin again')
}

export async function importedUpTo(privateSchema: PrivateSchema): Promise<Position> {
  return (await positionOf(privateSchema, DONE)) ?? START
}

async function positionOf(privateSchema: PrivateSchema, name: string): Promise<Position | undefined> {
  const row = await privateSchema
    .selectFrom('checkpoints')
    .select('position')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.position
}
