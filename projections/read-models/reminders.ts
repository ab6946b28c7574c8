import { sql } from 'kysely'
import type { Instant } from '../../domain/event.ts'
import { doneBy, NO_REMINDERS_DONE, type RemindersDone } from '../../domain/rounds/reminders.ts'
import {
  idIn,
  type Json,
  json,
  type LoggedEvent,
  type Read,
  type ReadModel,
  roundIdOf,
  type Statements,
} from '../engine/read-model.ts'
import { countingPicks } from './picks.ts'
import { forCounting } from './rounds.ts'
import { listParticipants } from './seasons.ts'

export type RemindersTables = {
  reminders: {
    round_id: number
    locks_at: string
    time_zone: string
    done: Json<RemindersDone>
    /** When it was last decided when the daily reminder is due, and when those before the lock. */
    daily_armed_at: string
    before_lock_armed_at: string
  }
}

export const remindersModel: ReadModel = { create, handle }

async function create(read: Read) {
  await read.schema
    .createTable('reminders')
    .addColumn('round_id', 'integer', (column) => column.primaryKey())
    .addColumn('locks_at', 'text', (column) => column.notNull())
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('done', 'json', (column) => column.notNull())
    .addColumn('daily_armed_at', 'text', (column) => column.notNull())
    .addColumn('before_lock_armed_at', 'text', (column) => column.notNull())
    .execute()
}

function handle(read: Read, event: LoggedEvent): Statements {
  const { occurredAt } = event.metadata
  const armed = { daily_armed_at: occurredAt, before_lock_armed_at: occurredAt }
  const change = (values: object) =>
    read.updateTable('reminders').set(values).where('round_id', '=', roundIdOf(event))
  const roundsOfSeason = () => read.selectFrom('rounds').select('id').where('season_id', '=', idIn(event))

  switch (event.type) {
    case 'RoundCreated': {
      const { roundId: round_id, locksAt: locks_at, timeZone: time_zone } = event.data
      const row = { round_id, locks_at, time_zone, done: json(NO_REMINDERS_DONE), ...armed }
      return [read.insertInto('reminders').values(row)]
    }
    case 'RoundRescheduled': {
      const { locksAt, timeZone } = event.data
      // Another lock time leaves the daily reminder alone, and another zone those hours before the lock.
      return [
        change({
          locks_at: locksAt,
          time_zone: timeZone,
          daily_armed_at: sql`case time_zone when ${timeZone} then daily_armed_at else ${occurredAt} end`,
          before_lock_armed_at: sql`case locks_at when ${locksAt} then before_lock_armed_at else ${occurredAt} end`,
        }),
      ]
    }
    case 'RoundClosedEarly':
      // What would have been due hours before that moment is not sent in its last seconds.
      return [change({ locks_at: event.data.locksAt, before_lock_armed_at: occurredAt })]
    case 'RoundActivated':
    case 'RoundRestored':
    case 'RoundReinstated':
      return [change(armed)]
    case 'SeasonActivated':
      return [read.updateTable('reminders').set(armed).where('round_id', 'in', roundsOfSeason())]
    case 'RemindersChanged':
      return [read.updateTable('reminders').set(armed)]
    case 'PlayersReminded':
    case 'ReminderSkipped': {
      const done = json(doneBy(event))
      return [change({ done: sql`(done::jsonb || ${done}::jsonb)::json` })]
    }
    case 'RoundPurged':
      return [read.deleteFrom('reminders').where('round_id', '=', event.data.roundId)]
    case 'SeasonPurged':
      return [read.deleteFrom('reminders').where('round_id', 'in', roundsOfSeason())]
    default:
      return []
  }
}

/** Rounds that are open for picks, with what their reminders follow from. */
export function roundsToRemind(read: Read, now: Instant) {
  return read
    .selectFrom('reminders')
    .innerJoin('rounds', 'rounds.id', 'reminders.round_id')
    .innerJoin('seasons', 'seasons.id', 'rounds.season_id')
    .selectAll('reminders')
    .select('season_id')
    .where('rounds.status', '=', 'active')
    .where('rounds.locks_at', '>', now)
    .where('rounds.cancelled_at', 'is', null)
    .where('rounds.deleted_at', 'is', null)
    .where('seasons.is_active', '=', 1)
    .where('seasons.ended_at', 'is', null)
    .where('seasons.deleted_at', 'is', null)
    .execute()
}

/** Active participants with an address, without a pick that counts, who have not declined reminders. */
export async function playersToRemind(read: Read, roundId: number): Promise<number[]> {
  const round = await read
    .selectFrom('rounds')
    .select(['id', 'season_id', 'locks_at', 'lock_position'])
    .where('id', '=', roundId)
    .executeTakeFirst()
  if (!round) return []
  const picks = await countingPicks(read, [forCounting(round)])
  const picked = new Set(picks.map(({ player_id }) => player_id))
  const participants = await listParticipants(read, round.season_id)
  return participants
    .filter((player) => player.is_active === 1 && player.email !== null && player.reminders_declined === 0)
    .map(({ id }) => id)
    .filter((id) => !picked.has(id))
}
