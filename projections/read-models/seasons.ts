import { leagueRules, type SeasonRules } from '../../domain/seasons/rules.ts'
import {
  idIn,
  type Json,
  json,
  type LoggedEvent,
  type Read,
  type ReadModel,
  type Statements,
} from '../engine/read-model.ts'

export type SeasonsTables = {
  seasons: {
    id: number
    name: string
    year_start: number
    year_end: number
    commissioner: string | null
    is_active: 0 | 1
    is_default: 0 | 1
    ended_at: string | null
    /** Its own rules; null while it follows the league's. */
    rules: Json<SeasonRules | null>
    /** The rules kept when the season ended; null before. */
    kept_rules: Json<SeasonRules | null>
    note: string | null
    picks_sealed: 0 | 1
    deleted_at: string | null
    created_at: string
    updated_at: string
  }
  participants: { season_id: number; player_id: number; added_at: string }
  winners: { season_id: number; player_id: number; place: number; total_points: number }
}

export const seasonsModel: ReadModel = { create, handle }

async function create(read: Read) {
  await read.schema
    .createTable('seasons')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('year_start', 'integer', (column) => column.notNull())
    .addColumn('year_end', 'integer', (column) => column.notNull())
    .addColumn('commissioner', 'text')
    .addColumn('is_active', 'integer', (column) => column.notNull())
    .addColumn('is_default', 'integer', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .addColumn('rules', 'json')
    .addColumn('kept_rules', 'json')
    .addColumn('note', 'text')
    .addColumn('picks_sealed', 'integer', (column) => column.notNull())
    .addColumn('deleted_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await read.schema
    .createTable('participants')
    .addColumn('season_id', 'integer', (column) => column.notNull())
    .addColumn('player_id', 'integer', (column) => column.notNull())
    .addColumn('added_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('participants_key', ['season_id', 'player_id'])
    .execute()
  await read.schema
    .createTable('winners')
    .addColumn('season_id', 'integer', (column) => column.notNull())
    .addColumn('player_id', 'integer', (column) => column.notNull())
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('total_points', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('winners_key', ['season_id', 'player_id'])
    .execute()
}

function handle(read: Read, event: LoggedEvent): Statements {
  const { occurredAt } = event.metadata
  const change = (values: object) =>
    read
      .updateTable('seasons')
      .set({ ...values, updated_at: occurredAt })
      .where('id', '=', idIn(event))

  const dropWinners = () => read.deleteFrom('winners').where('season_id', '=', idIn(event))

  switch (event.type) {
    case 'SeasonCreated': {
      const { seasonId, name, yearStart, yearEnd, commissioner } = event.data
      const row = {
        id: seasonId,
        name,
        year_start: yearStart,
        year_end: yearEnd,
        commissioner,
        is_active: 1,
        is_default: 0,
        ended_at: null,
        rules: null,
        kept_rules: null,
        note: null,
        picks_sealed: 0,
        deleted_at: null,
        created_at: occurredAt,
        updated_at: occurredAt,
      } as const
      return [read.insertInto('seasons').values(row)]
    }
    case 'SeasonRenamed':
    case 'SeasonNoteChanged':
    case 'CommissionerChanged':
      return [change(event.data)]
    case 'SeasonYearsChanged':
      return [change({ year_start: event.data.yearStart, year_end: event.data.yearEnd })]
    case 'SeasonActivated':
      return [change({ is_active: 1 })]
    case 'SeasonDeactivated':
      return [change({ is_active: 0 })]
    case 'DefaultSeasonChosen':
    case 'DefaultSeasonCleared': {
      const chosen = event.type === 'DefaultSeasonChosen' ? event.data.seasonId : 0
      return [
        read.updateTable('seasons').set({ is_default: 0 }).where('is_default', '=', 1),
        read.updateTable('seasons').set({ is_default: 1 }).where('id', '=', chosen),
      ]
    }
    case 'ParticipantAdded': {
      const row = { season_id: idIn(event), player_id: event.data.playerId, added_at: occurredAt }
      return [read.insertInto('participants').values(row)]
    }
    case 'ParticipantRemoved':
      return [
        read
          .deleteFrom('participants')
          .where('season_id', '=', idIn(event))
          .where('player_id', '=', event.data.playerId),
      ]
    case 'SeasonEnded': {
      const { endedAt, points, winners } = event.data
      const rows = winners.map(({ playerId, place, totalPoints }) => ({
        season_id: idIn(event),
        player_id: playerId,
        place,
        total_points: totalPoints,
      }))
      const kept = leagueRules({ points, noPick: 0 })
      const ended = change({ ended_at: endedAt, kept_rules: json(kept) })
      return rows.length === 0 ? [ended] : [ended, read.insertInto('winners').values(rows)]
    }
    case 'SeasonRulesKept':
      return [change({ kept_rules: json(event.data.rules) })]
    case 'SeasonRulesSet':
      return [change({ rules: json(event.data.rules) })]
    case 'SeasonRulesFollowed':
      return [change({ rules: null })]
    case 'PicksSealedFromAdmins':
      return [change({ picks_sealed: 1 })]
    case 'PicksUnsealedForAdmins':
      return [change({ picks_sealed: 0 })]
    case 'SeasonReopened':
      return [change({ ended_at: null, kept_rules: null }), dropWinners()]
    case 'SeasonDeleted':
      return [change({ deleted_at: event.data.deletedAt, is_active: 0 })]
    case 'SeasonRestored':
      return [change({ deleted_at: null })]
    case 'SeasonPurged':
      return [
        read.deleteFrom('seasons').where('id', '=', idIn(event)),
        read.deleteFrom('participants').where('season_id', '=', idIn(event)),
        dropWinners(),
      ]
    default:
      return []
  }
}
