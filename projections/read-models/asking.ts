import { sql } from 'kysely'
import type { Read, Transaction } from './read-tables.ts'

export type Asking = Pick<Transaction, 'read' | 'ask'>

export const asking = (read: Read): Asking => ({
  read,
  ask: async (question) => {
    const { rows } = await read.executeQuery(question.compile())
    // What comes back has the columns that the question asks for.
    return rows as never
  },
})

/** All answers are of one moment. Where a rebuild swaps the tables in between, it asks once more. */
export async function askAtOneMoment<T>(read: Read, work: (asking: Asking) => Promise<T>): Promise<T> {
  if (read.isTransaction) return work(asking(read))
  for (;;) {
    const outcome = await read
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => {
        const tables = await tablesNow(transaction)
        const answer = await work(asking(transaction))
        return (await tablesNow(transaction)) === tables ? { answer } : null
      })
    if (outcome) return outcome.answer
  }
}

async function tablesNow(read: Read): Promise<number | undefined> {
  const row = await read.selectFrom('checkpoint').select(sql<number>`tableoid`.as('id')).executeTakeFirst()
  return row?.id
}
