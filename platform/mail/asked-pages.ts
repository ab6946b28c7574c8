import { comparable } from '../../domain/names.ts'
import type { PrivateSchema } from '../database/private-schema.ts'

/** Alike for every address: whose it is is looked up by a job of the next second. `id`: the UUID of the question. */
export async function askForPage(privateSchema: PrivateSchema, id: string, address: string): Promise<void> {
  await privateSchema
    .insertInto('asked_pages')
    .values({ id, address })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function isAnyPageAsked(privateSchema: PrivateSchema): Promise<boolean> {
  return (
    (await privateSchema.selectFrom('asked_pages').select('id').limit(1).executeTakeFirst()) !== undefined
  )
}

/** Deletes them. The last question by address: one that asked several times in a second gets one mail. */
export async function takeAskedPages(privateSchema: PrivateSchema): Promise<Map<string, string>> {
  const asked = await privateSchema.deleteFrom('asked_pages').returningAll().execute()
  return new Map(asked.map(({ id, address }) => [comparable(address), id]))
}

/** @param addresses comparable */
export async function forgetAskedPages(
  privateSchema: PrivateSchema,
  addresses: ReadonlySet<string>,
): Promise<void> {
  const asked = await privateSchema.selectFrom('asked_pages').selectAll().execute()
  const theirs = asked.filter(({ address }) => addresses.has(comparable(address))).map(({ id }) => id)
  if (theirs.length > 0) await privateSchema.deleteFrom('asked_pages').where('id', 'in', theirs).execute()
}
