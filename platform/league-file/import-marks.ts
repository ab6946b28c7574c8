import type { Vault } from '../database/vault.ts'
import { type Position, START } from '../event-store/event-store.ts'
import { StartRefusal } from '../start-refusal.ts'

/** Names in `reactions`, beside the reactions' own. */
const UNDER_WAY = 'unfinished import'
const DONE = 'import'

/** From here on no server starts on this installation until `endImport`. */
export async function beginImport(vault: Vault): Promise<void> {
  await vault.insertInto('reactions').values({ name: UNDER_WAY, position: START }).execute()
}

/** The installation may be used, and mails begin behind the head of what was imported. */
export async function endImport(vault: Vault, head: Position): Promise<void> {
  await vault.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('reactions').where('name', '=', UNDER_WAY).execute()
    await transaction
      .insertInto('reactions')
      .values([
        { name: DONE, position: head },
        { name: 'mail', position: head },
      ])
      .execute()
  })
}

/** Throws StartRefusal where an import is under way, or was interrupted. */
export async function refuseUnfinishedImport(vault: Vault): Promise<void> {
  if ((await positionOf(vault, UNDER_WAY)) === undefined) return
  throw new StartRefusal('An import was not finished: empty the installation and import again')
}

/** Up to where the log came from another installation; START for a league that began here. */
export async function importedUpTo(vault: Vault): Promise<Position> {
  return (await positionOf(vault, DONE)) ?? START
}

async function positionOf(vault: Vault, name: string): Promise<Position | undefined> {
  const row = await vault
    .selectFrom('reactions')
    .select('position')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.position
}
