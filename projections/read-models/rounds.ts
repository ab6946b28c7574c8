import { type RawBuilder, sql } from 'kysely'
import type { Instant } from '../../domain/event.ts'
import {
  type NamedPlaces,
  type PickType,
  type Placement,
  type RoundDetails,
  type RoundResult,
  type RoundStatus,
  statusAt,
} from '../../domain/rounds/round.ts'
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
import type { CountedRound } from './picks.ts'

export type RoundsTables = {
  rounds: {
    id: number
    season_id: number
    sport_name: string
    pick_type: PickType
    picks_max: number
    slot_names: Json<string[] | null>
    email_message: string | null
    locks_at: string
    /** Where the log published the lock; null before. */
    lock_position: string | null
    time_zone: string
    /** What calendars know it by, for ever. */
    calendar_uid: string
    /** How often since its activation something happened that calendars have to take over. */
    calendar_sequence: number
    teams: Json<string[]>
    weight: number
    tie_break_question: string | null
    tie_break_unit: string | null
    /** The last one; kept while the round is unlocked. Null also where nobody is to be nearer. */
    tie_break_answer: number | null
    /** When the draft opens by itself, and why it did not. */
    opens_at: string | null
    opening_failed: string | null
    status: RoundStatus
    places: Json<NamedPlaces>
    placements: Json<Placement[]>
    /** The result that was published last; kept while the round is unlocked. */
    last_result: Json<RoundResult | null>
    /** When its result was last opened again. */
    unlocked_at: string | null
    /** When another result took the place of a published one, and why. */
    corrected_at: string | null
    correction_reason: string | null
    /** Since when it is not played, and why in the admin's own words; null while it is. */
    cancelled_at: string | null
    cancelled_reason: string | null
    deleted_at: string | null
    created_at: string
    updated_at: string
  }
}

export const roundsModel: ReadModel = { create, handle }

async function create(read: Read) {
  await read.schema
    .createTable('rounds')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('season_id', 'integer', (column) => column.notNull())
    .addColumn('sport_name', 'text', (column) => column.notNull())
    .addColumn('pick_type', 'text', (column) => column.notNull())
    .addColumn('picks_max', 'integer', (column) => column.notNull())
    .addColumn('slot_names', 'json')
    .addColumn('email_message', 'text')
    .addColumn('locks_at', 'text', (column) => column.notNull())
    .addColumn('lock_position', 'text')
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('calendar_uid', 'text', (column) => column.notNull())
    .addColumn('calendar_sequence', 'integer', (column) => column.notNull())
    .addColumn('teams', 'json', (column) => column.notNull())
    .addColumn('weight', 'integer', (column) => column.notNull())
    .addColumn('tie_break_question', 'text')
    .addColumn('tie_break_unit', 'text')
    .addColumn('tie_break_answer', 'double precision')
    .addColumn('opens_at', 'text')
    .addColumn('opening_failed', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('places', 'json', (column) => column.notNull())
    .addColumn('placements', 'json', (column) => column.notNull())
    .addColumn('last_result', 'json')
    .addColumn('unlocked_at', 'text')
    .addColumn('corrected_at', 'text')
    .addColumn('correction_reason', 'text')
    .addColumn('cancelled_at', 'text')
    .addColumn('cancelled_reason', 'text')
    .addColumn('deleted_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await read.schema.createIndex('rounds_of_season').on('rounds').column('season_id').execute()
}

const NO_OPENING = { opens_at: null, opening_failed: null }
const NO_RESULT = { places: json({}), placements: json([]) }

function handle(read: Read, event: LoggedEvent): Statements {
  const { occurredAt } = event.metadata
  const change = (values: object) =>
    read
      .updateTable('rounds')
      .set({ ...values, updated_at: occurredAt })
      .where('id', '=', roundIdOf(event))

  switch (event.type) {
    case 'RoundCreated': {
      const { roundId, seasonId, sportName, pickType, picksMax, emailMessage, locksAt, timeZone, teams } =
        event.data
      return [
        read.insertInto('rounds').values({
          id: roundId,
          season_id: seasonId,
          sport_name: sportName,
          pick_type: pickType,
          picks_max: picksMax,
          slot_names: namesIn(event.data),
          email_message: emailMessage,
          ...{ locks_at: locksAt, lock_position: null },
          time_zone: timeZone,
          calendar_uid: event.id,
          calendar_sequence: 0,
          teams: json(teams),
          weight: 1,
          ...{ tie_break_question: null, tie_break_unit: null, tie_break_answer: null },
          ...NO_OPENING,
          status: 'draft',
          ...NO_RESULT,
          ...{ last_result: null, unlocked_at: null, corrected_at: null, correction_reason: null },
          ...{ cancelled_at: null, cancelled_reason: null, deleted_at: null },
          created_at: occurredAt,
          updated_at: occurredAt,
        }),
      ]
    }
    case 'RoundMovedOut':
      return [change({ season_id: event.data.seasonId, ...NO_OPENING, opens_at: event.data.opensAt ?? null })]
    case 'RoundRenamed':
      return [change({ sport_name: event.data.sportName })]
    case 'RoundRescheduled':
      return [
        movedLock(read, event.data),
        change({ locks_at: lockAfter(event.data), time_zone: event.data.timeZone }),
      ]
    case 'RoundClosedEarly':
      return [movedLock(read, event.data), change({ locks_at: lockAfter(event.data) })]
    case 'RoundEmailMessageChanged':
      return [change({ email_message: event.data.emailMessage })]
    case 'RoundPickTypeChanged':
      return [
        change({
          pick_type: event.data.pickType,
          picks_max: event.data.picksMax,
          slot_names: namesIn(event.data),
        }),
      ]
    case 'RoundTeamsChanged':
      return [change({ teams: json(event.data.teams) })]
    case 'RoundWeightSet':
      return [change({ weight: event.data.weight })]
    case 'TieBreakQuestionSet': {
      const { question, unit } = event.data
      return [change({ tie_break_question: question, tie_break_unit: unit })]
    }
    case 'TieBreakQuestionDropped':
      return [change({ tie_break_question: null, tie_break_unit: null, tie_break_answer: null })]
    case 'TieBreakAnswered': {
      const { roundId, value } = event.data
      return [
        corrected(read, event, roundId, sql<boolean>`tie_break_answer is distinct from ${value}`),
        change({ tie_break_answer: value }),
      ]
    }
    case 'ActivationPlanned':
      return [change({ opens_at: event.data.opensAt, opening_failed: null })]
    case 'ActivationUnplanned':
      return [change(NO_OPENING)]
    case 'ActivationFailed':
      return [change({ opening_failed: event.data.why })]
    case 'RoundActivated':
      return [change({ status: 'active', ...NO_OPENING, calendar_sequence: 0 })]
    case 'RoundLocked':
      return [change({ status: 'locked', lock_position: sql`coalesce(lock_position, ${event.position})` })]
    case 'RoundCompleted': {
      const { places, placements } = event.data
      const result = json(comparable(event.data))
      const isOther = sql<boolean>`last_result::jsonb <> ${result}::jsonb`
      return [
        corrected(read, event, event.data.roundId, isOther),
        change({
          status: 'completed',
          places: json(places),
          placements: json(placements),
          last_result: result,
        }),
      ]
    }
    case 'RoundUnlocked':
      return [change({ status: 'locked', ...NO_RESULT, unlocked_at: occurredAt })]
    case 'RoundCancelled':
      return [
        change({
          cancelled_at: event.data.cancelledAt,
          cancelled_reason: event.metadata.reason ?? null,
          ...NEXT_IN_CALENDAR,
        }),
      ]
    case 'RoundReinstated':
      return [change({ cancelled_at: null, cancelled_reason: null, ...NEXT_IN_CALENDAR })]
    case 'RoundDeleted':
      return [change({ deleted_at: event.data.deletedAt })]
    case 'RoundRestored':
      return [change({ deleted_at: null })]
    case 'RoundPurged':
      return [read.deleteFrom('rounds').where('id', '=', event.data.roundId)]
    case 'SeasonPurged':
      return [read.deleteFrom('rounds').where('season_id', '=', idIn(event))]
    default:
      return []
  }
}

/** For calendars: what counts a move of the lock counts each change that they have to take over. */
const NEXT_IN_CALENDAR = { calendar_sequence: sql<number>`calendar_sequence + 1` }

type MovedLock = { roundId: number; locksAt: Instant }

/** Another zone alone moves nothing. */
const movedLock = (read: Read, event: MovedLock) =>
  read
    .updateTable('rounds')
    .set(NEXT_IN_CALENDAR)
    .where('id', '=', event.roundId)
    .where('locks_at', '!=', lockAfter(event))

/** A published lock does not become earlier. */
const lockAfter = ({ locksAt }: MovedLock) =>
  sql<string>`case when status in ('locked', 'completed') then greatest(locks_at, ${locksAt}) else ${locksAt} end`

/** What takes the place of a published result. */
const corrected = (read: Read, { metadata }: LoggedEvent, roundId: number, isOther: RawBuilder<boolean>) =>
  read
    .updateTable('rounds')
    .set({ corrected_at: metadata.occurredAt, correction_reason: metadata.reason ?? null })
    .where('id', '=', roundId)
    .where('last_result', 'is not', null)
    .where(isOther)
const namesIn = ({ slotNames }: Pick<RoundDetails, 'slotNames'>) => (slotNames ? json(slotNames) : null)

/** Two results are the same when these are. */
const comparable = ({ places, placements }: RoundResult): RoundResult => ({
  places,
  placements: placements
    .filter(({ placement }) => placement !== 'none')
    .sort((left, right) => left.playerId - right.playerId)
    .map(({ playerId, placement }) => ({ playerId, placement })),
})

/** The season that a round is in, deleted or not; null for one that was purged, or is not there yet. */
export async function seasonOfRound(read: Read, roundId: number): Promise<number | null> {
  const row = await read.selectFrom('rounds').select('season_id').where('id', '=', roundId).executeTakeFirst()
  return row?.season_id ?? null
}

/** Whether a round of the season has locked by that instant, also one that was deleted since. */
export async function hasLockedRound(read: Read, seasonId: number, at: Instant): Promise<boolean> {
  const row = await read
    .selectFrom('rounds')
    .select('id')
    .where('season_id', '=', seasonId)
    .where('status', '<>', 'draft')
    .where('locks_at', '<=', at)
    .where((of) => of.or([of('cancelled_at', 'is', null), of('cancelled_at', '>=', of.ref('locks_at'))]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether players have a link to the round, or to one of the season, that waits for its result. */
export async function hasOpenedRound(
  read: Read,
  { seasonId, roundId }: { seasonId: number; roundId: number | null },
): Promise<boolean> {
  const row = await read
    .selectFrom('rounds')
    .select('id')
    .where('season_id', '=', seasonId)
    .$if(roundId !== null, (query) => query.where('id', '=', roundId ?? 0))
    .where('status', 'in', ['active', 'locked'])
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** What `statusAt` says of a row. */
export const rowStatusAt = (
  { status, locks_at, cancelled_at }: Pick<RoundRow, 'status' | 'locks_at' | 'cancelled_at'>,
  now: Instant,
) => statusAt({ status, locksAt: locks_at, cancelledAt: cancelled_at }, now)

/** By id, of those that still exist. */
export async function lockTimes(
  read: Read,
  roundIds: readonly (number | null)[],
): Promise<ReadonlyMap<number, Instant>> {
  const ids = [...new Set(roundIds)].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const rows = await read.selectFrom('rounds').select(['id', 'locks_at']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, locks_at }) => [id, locks_at]))
}

/** By lock time, then id; deleted ones left out. */
export function roundsInPlay(read: Read, seasonId: number) {
  return read
    .selectFrom('rounds')
    .selectAll()
    .where('season_id', '=', seasonId)
    .where('deleted_at', 'is', null)
    .orderBy('locks_at')
    .orderBy('id')
    .execute()
}

/** Its result was published, and does not count until it is completed again. */
export const isUnlocked = ({ status, last_result }: RoundRow): boolean =>
  status === 'locked' && last_result !== null

export type RoundRow = Awaited<ReturnType<typeof roundsInPlay>>[number]

/** What `countingPicks` needs to know of a round. */
export const forCounting = ({
  id,
  locks_at,
  lock_position,
}: Pick<RoundRow, 'id' | 'locks_at' | 'lock_position'>): CountedRound => ({
  roundId: id,
  locksAt: locks_at,
  lockPosition: lock_position,
})

/** The places as REST shows them, null while unknown. */
export const placesInRest = ({ places }: { places: NamedPlaces }) => ({
  first_place_team: places.first ?? null,
  second_place_team: places.second ?? null,
  third_place_team: places.third ?? null,
  fourth_place_team: places.fourth ?? null,
  fifth_place_team: places.fifth ?? null,
})

/** The answer to the tie-break question that counts, or did until the unlock; nothing in a round without one. */
export const answerOf = ({ tie_break_question, tie_break_answer, last_result }: RoundRow) =>
  tie_break_question === null || last_result === null ? {} : { answer: tie_break_answer }

/** Nothing where no write-in has a name. */
export const slotNamesInRest = ({ slot_names }: Pick<RoundRow, 'slot_names'>) =>
  slot_names ? { slot_names } : {}
