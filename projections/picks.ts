import { idIn, type Json, json, type LoggedEvent, type Read, type ReadModel } from './read-model.ts'
export type PicksTables = {
  /** Every version of every pick, so that what counts can be told at any lock. */
  pick_versions: {
    round_id: number
    player_id: number
    position: string
    picks: Json<string[]>
    made_at: string
    made_by: 'player' | 'admin'
  }
}

export const picksModel: ReadModel = { create, handle }

async function create(read: Read) {
  await read.schema
    .createTable('pick_versions')
    .addColumn('round_id', 'integer', (column) => column.notNull())
    .addColumn('player_id', 'integer', (column) => column.notNull())
    .addColumn('position', 'text', (column) => column.notNull())
    .addColumn('picks', 'json', (column) => column.notNull())
    .addColumn('made_at', 'text', (column) => column.notNull())
    .addColumn('made_by', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('pick_versions_key', ['round_id', 'player_id', 'position'])
    .execute()
}

async function handle(read: Read, event: LoggedEvent) {
  switch (event.type) {
    case 'PickSubmitted':
    case 'PickEntered': {
      const { roundId, playerId, picks } = event.data
      const made =
        event.type === 'PickSubmitted'
          ? ({ made_at: event.data.submittedAt, made_by: 'player' } as const)
          : ({ made_at: event.data.enteredAt, made_by: 'admin' } as const)
      await read
        .insertInto('pick_versions')
        .values({
          round_id: roundId,
          player_id: playerId,
          position: event.position,
          picks: json(picks),
          ...made,
        })
        .execute()
      return
    }
    case 'RoundPurged': {
      const roundId = idIn(event)
      await read.deleteFrom('pick_versions').where('round_id', '=', roundId).execute()
      return
    }
    case 'SeasonPurged':
      await read
        .deleteFrom('pick_versions')
        .where('round_id', 'in', read.selectFrom('rounds').select('id').where('season_id', '=', idIn(event)))
        .execute()
  }
}

export type PickOfPlayer = { round_id: number; player_id: number; picks: string[] }

/** The version that counts of each pick in these rounds: the rule of `countingPick`, for many at once. */
export function countingPicks(
  read: Read,
  rounds: readonly { id: number; lockInstant: string }[],
): Promise<PickOfPlayer[]> {
  if (rounds.length === 0) return Promise.resolve([])
  return read
    .selectFrom('pick_versions')
    .distinctOn(['round_id', 'player_id'])
    .select(['round_id', 'player_id', 'picks'])
    .where((eb) =>
      eb.or(
        rounds.map(({ id, lockInstant }) =>
          eb.and([
            eb('round_id', '=', id),
            eb.or([eb('made_by', '=', 'admin'), eb('made_at', '<', lockInstant)]),
          ]),
        ),
      ),
    )
    .orderBy('round_id')
    .orderBy('player_id')
    .orderBy('position', 'desc')
    .execute()
}
