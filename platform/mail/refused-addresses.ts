import { sql } from 'kysely'
import { comparable } from '../../domain/names.ts'
import type { PrivateSchema } from '../database/private-schema.ts'

const REFUSED = 'The mail server refused this address: '

export const addressRefused = (reply: string) => `${REFUSED}${reply}`

/** What the mail server said of an address, or null. */
export type RefusalOf = (address: string | null) => string | null

/** Of addresses where the last mail that the server answered was refused for good because of its recipient. */
export async function refusedAddresses(privateSchema: PrivateSchema): Promise<RefusalOf> {
  const refused = privateSchema
    .selectFrom('mails')
    .where('state', '=', 'failed')
    .where('reply', 'like', `${REFUSED}%`)
  const answered = await privateSchema
    .selectFrom('mails')
    .select(['recipient_address', 'reply'])
    .where(sql`lower(recipient_address)`, 'in', refused.select(sql`lower(recipient_address)`.as('address')))
    .where('state', 'in', ['sent', 'failed'])
    // The end of the lease, so the order of the last attempts.
    .orderBy('due_at')
    .orderBy('state')
    .execute()
  const last = new Map(answered.map(({ recipient_address, reply }) => [comparable(recipient_address), reply]))
  return (address) => {
    const reply = address === null ? null : last.get(comparable(address))
    return reply?.startsWith(REFUSED) ? reply : null
  }
}
