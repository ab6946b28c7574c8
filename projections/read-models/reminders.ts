import type { Instant } from '../../domain/event.ts'
import { NO_REMINDERS_DONE, type RemindersDone, withReminder } from '../../domain/rounds/reminders.ts'
import {
  idIn,
  type Json,
  json,
  type LoggedEvent,
  type Read,
  type ReadModel,
  roundIdOf,
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

async function handle(read: Read, event: LoggedEvent) {
  const { occurredAt } = event.metadata
  const armed = { daily_armed_at: occurredAt, before_lock_armed_at: occurredAt }
  const change = (values: object) =>
    read.updateTable('reminders').set(values).where('round_id', '=', roundIdOf(event)).execute()
  const roundsOfSeason = () => read.selectFrom('rounds').select('id').where('season_id', '=', idIn(event))

  switch (event.type) {
    case 'RoundCreated': {
      const { roundId: round_id, locksAt: locks_at, timeZone: time_zone } = event.data
      const row = { round_id, locks_at, time_zone, done: json(NO_REMINDERS_DONE), ...armed }
      await read.insertInto('reminders').values(row).execute()
      return
    }
    case 'RoundRescheduled':
      await reschedule(read, event.data, occurredAt)
      return
    case 'RoundClosedEarly':
      // What would have been due hours before that moment is not sent in its last seconds.
      await change({ locks_at: event.data.locksAt, before_lock_armed_at: occurredAt })
      return
    case 'RoundActivated':
    case 'RoundRestored':
      await change(armed)
      return
    case 'SeasonActivated':
      await read.updateTable('reminders').set(armed).where('round_id', 'in', roundsOfSeason()).execute()
      return
    case 'RemindersChanged':
      await read.updateTable('reminders').set(armed).execute()
      return
    case 'PlayersReminded':
    case 'ReminderSkipped': {
      const row = await findRow(read, event.data.roundId)
      if (row) await change({ done: json(withReminder(row.done, event)) })
      return
    }
    case 'RoundPurged':
      await read.deleteFrom('reminders').where('round_id', '=', event.data.roundId).execute()
      return
    case 'SeasonPurged':
      await read.deleteFrom('reminders').where('round_id', 'in', roundsOfSeason()).execute()
  }
}

/** Another lock time leaves the daily reminder alone, and another zone those before the lock. */
async function reschedule(
  read: Read,
  { roundId, locksAt, timeZone }: { roundId: number; locksAt: Instant; timeZone: string },
  occurredAt: Instant,
) {
  const row = await findRow(read, roundId)
  if (!row) return
  await read
    .updateTable('reminders')
    .set({
      locks_at: locksAt,
      time_zone: timeZone,
      daily_armed_at: timeZone === row.time_zone ? row.daily_armed_at : occurredAt,
      before_lock_armed_at: locksAt === row.locks_at ? row.before_lock_armed_at : occurredAt,
    })
    .where('round_id', '=', roundId)
    .execute()
}

function findRow(read: Read, roundId: number) {
  return read.selectFrom('reminders').selectAll().where('round_id', '=', roundId).executeTakeFirst()
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
    .select(['id', 'season_id', 'locks_at'])
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
