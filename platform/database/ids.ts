import { type Kysely, sql } from 'kysely'
import { v4 as uuidv4 } from 'uuid'
import { LOCALLY } from './locally.ts'

export const ID_KINDS = ['player', 'season', 'round', 'admin', 'champion', 'message'] as const
export type IdKind = (typeof ID_KINDS)[number]

export const isIdKind = (kind: string): kind is IdKind => (ID_KINDS as readonly string[]).includes(kind)

export const NO_IDS: Readonly<Record<IdKind, number>> = {
  player: 0,
  season: 0,
  round: 0,
  admin: 0,
  champion: 0,
  message: 0,
}

type LastIds = Readonly<Partial<Record<IdKind, number | null>>>

export type Ids = ReturnType<typeof databaseIds>

export function databaseIds(kysely: Kysely<object>) {
  return {
    next: async (kind: IdKind) => {
      const { rows } = await sql<{
        id: string
      }>`select nextval(${`private.${kind}_ids`}) as id, ${LOCALLY}`.execute(kysely)
      return Number(rows[0]?.id)
    },
    /** A restored database may be older than the log: no id is given twice. */
    raise: (last: LastIds) => raiseIds(kysely, last),
    uuid: () => uuidv4(),
  }
}

export async function raiseIds(kysely: Kysely<object>, last: LastIds): Promise<void> {
  for (const kind of ID_KINDS) {
    const ids = `private.${kind}_ids`
    await sql`select setval(${ids}, ${last[kind] ?? 0}) from ${sql.table(ids)}
      where last_value < ${last[kind] ?? 0}`.execute(kysely)
  }
}

export async function drawnIds(kysely: Kysely<object>): Promise<Record<IdKind, number>> {
  const ids = { ...NO_IDS }
  for (const kind of ID_KINDS) {
    const { rows } = await sql<{ id: string }>`
      select case when is_called then last_value else 0 end as id
      from ${sql.table(`private.${kind}_ids`)}`.execute(kysely)
    ids[kind] = Number(rows[0]?.id ?? 0)
  }
  return ids
}
