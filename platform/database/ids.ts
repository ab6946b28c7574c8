import { type Kysely, sql } from 'kysely'
import { v4 as uuidv4 } from 'uuid'

/** Where new ids come from. An id is drawn before its command and stands in the creating event. */
export type Ids = {
  next(kind: 'player' | 'season' | 'round' | 'admin'): Promise<number>
  uuid(): string
}

export function databaseIds(kysely: Kysely<object>): Ids {
  return {
    next: async (kind) => {
      const { rows } = await sql<{ id: string }>`select nextval(${`private.${kind}_ids`}) as id`.execute(
        kysely,
      )
      return Number(rows[0]?.id)
    },
    uuid: uuidv4,
  }
}
