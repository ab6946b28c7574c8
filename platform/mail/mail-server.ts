import type { ExpressionBuilder } from 'kysely'
import type { Instant } from '../../domain/event.ts'
import type { PrivateSchema, PrivateTables } from '../database/private-schema.ts'

export const TOO_SLOW = 'The mail server took too long'
/** Of every mail, and not of one. */
const AILING = ['The mail server does not answer', 'The mail server takes no mail', TOO_SLOW] as const

export const serverAils = (reply: string, answered: boolean) => `${AILING[answered ? 1 : 0]}: ${reply}`

const ailing = (eb: ExpressionBuilder<PrivateTables, 'mails'>) =>
  eb.or(AILING.map((beginning) => eb('reply', 'like', `${beginning}%`)))

/** Of mails that follow from events: those that sign in would show a stranger whose address is an admin's. */
export async function mailServerTrouble(privateSchema: PrivateSchema, now: Instant) {
  const { count, reply, due_at } = await privateSchema
    .selectFrom('mails')
    .select(({ fn }) => [
      fn.countAll<string>().as('count'),
      fn.min('reply').filterWhere(ailing).as('reply'),
      fn.min('due_at').filterWhere(ailing).as('due_at'),
    ])
    .where('state', '=', 'queued')
    .where('position', 'is not', null)
    // Others wait by plan, such as for a seal. One that has no reply is new, or tried for the first time.
    .where((eb) => eb.or([ailing(eb), eb('due_at', '<=', now), eb('reply', 'is', null)]))
    .executeTakeFirstOrThrow()
  if (!reply || !due_at) return null
  const mails = Number(count)
  const wait = mails === 1 ? '1 mail waits' : `${mails} mails wait`
  return { sentence: `${reply.split(':', 1)}: ${wait}`, mails, nextTryAt: due_at < now ? now : due_at }
}

/** What waits for it until later is tried by then. */
export async function mailServerAnswers(privateSchema: PrivateSchema, by: Instant): Promise<void> {
  await privateSchema
    .updateTable('mails')
    .set(({ fn, ref, val }) => ({
      reply: 'The mail server answers again',
      due_at: fn('least', [ref('due_at'), val(by)]),
    }))
    .where('state', '=', 'queued')
    .where(ailing)
    .execute()
}
