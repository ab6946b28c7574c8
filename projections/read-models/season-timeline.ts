import type { Selectable } from 'kysely'
import type { Instant } from '../../domain/event.ts'
import type { PublishedResult } from '../../domain/rounds/published-results.ts'
import { type Round, type RoundEvent, round } from '../../domain/rounds/round.ts'
import { type Presence, presenceIn } from '../../domain/seasons/presence.ts'
import type { TimelineEntry } from '../../domain/seasons/season-past.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import {
  idIn,
  type Json,
  json,
  type LoggedEvent,
  type Read,
  type ReadModel,
  type Statements,
} from '../engine/read-model.ts'

export type SeasonTimelineTables = {
  /** What the standings of a season follow from besides the picks, event by event. No season: it concerns all of them. */
  season_timeline: {
    position: Position
    season_id: number | null
    round_id: number | null
    /** Of who became active or inactive. */
    player_id: number | null
    happened_at: Instant
    type: TimelineEntry['event']['type']
    event: Json<TimelineEntry['event']>
  }
}

export const seasonTimelineModel: ReadModel = { create, handle }

async function create(read: Read) {
  await read.schema
    .createTable('season_timeline')
    .addColumn('position', 'text', (column) => column.primaryKey())
    .addColumn('season_id', 'integer')
    .addColumn('round_id', 'integer')
    .addColumn('player_id', 'integer')
    .addColumn('happened_at', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('event', 'json', (column) => column.notNull())
    .execute()
  await read.schema
    .createIndex('timeline_of_season')
    .on('season_timeline')
    .columns(['season_id', 'position'])
    .execute()
}

function handle(read: Read, event: LoggedEvent): Statements {
  switch (event.type) {
    case 'PointsChanged':
    case 'NoPickPointsChanged':
      return keep(read, event, {})
    case 'PlayerDeactivated':
    case 'PlayerReactivated':
    case 'PlayerRemoved':
      return keep(read, event, { player_id: idIn(event) })
    case 'SeasonCreated':
    case 'SeasonRenamed':
    case 'ParticipantAdded':
    case 'ParticipantRemoved':
    case 'SeasonEnded':
    case 'SeasonRulesKept':
    case 'SeasonRulesSet':
    case 'SeasonRulesFollowed':
    case 'SeasonReopened':
    case 'SeasonDeleted':
    case 'SeasonRestored':
      return keep(read, event, { season_id: idIn(event) })
    case 'RoundCreated':
    case 'RoundRenamed':
    case 'RoundRescheduled':
    case 'RoundClosedEarly':
    case 'RoundPickTypeChanged':
    case 'RoundWeightSet':
    case 'TieBreakQuestionSet':
    case 'TieBreakQuestionDropped':
    case 'TieBreakAnswered':
    case 'RoundActivated':
    case 'RoundLocked':
    case 'RoundCompleted':
    case 'RoundUnlocked':
    case 'RoundCancelled':
    case 'RoundReinstated':
    case 'RoundDeleted':
    case 'RoundRestored':
    // A draft that came is as new: nobody but admins has seen it in the other season.
    case 'RoundMovedIn':
      return keep(read, event, { season_id: idIn(event), round_id: event.data.roundId })
    case 'PlayerErased':
      return [
        // The erasure tells what these said. Somebody whose stream did not go at once is erased more than once.
        read
          .deleteFrom('season_timeline')
          .where('player_id', '=', event.data.playerId)
          .where('type', '<>', 'PlayerErased'),
        ...keep(read, event, { player_id: event.data.playerId }),
      ]
    // What was deleted for ever is gone from the past as well.
    case 'RoundMovedOut':
    case 'RoundPurged':
      return [read.deleteFrom('season_timeline').where('round_id', '=', event.data.roundId)]
    case 'SeasonPurged':
      return [read.deleteFrom('season_timeline').where('season_id', '=', idIn(event))]
    default:
      return []
  }
}

function keep(
  read: Read,
  { position, metadata, ...event }: LoggedEvent & TimelineEntry['event'],
  of: { season_id?: number; round_id?: number; player_id?: number },
) {
  const { type, data } = event
  const nobody = { season_id: null, round_id: null, player_id: null }
  const happened = { happened_at: metadata.occurredAt, type, event: json({ type, data }) }
  const row = { position, ...nobody, ...of, ...happened }
  return [read.insertInto('season_timeline').values(row)]
}

export type LoggedEntry = TimelineEntry & { position: Position }

/** In the order of the log; empty when there is no such season. */
export async function seasonTimeline(read: Read, seasonId: number): Promise<LoggedEntry[]> {
  const rows = await read
    .selectFrom('season_timeline')
    .select(['position', 'season_id', 'player_id', 'happened_at', 'event'])
    .where((eb) => eb.or([eb('season_id', '=', seasonId), eb('season_id', 'is', null)]))
    .orderBy('position')
    .execute()
  if (!rows.some(({ season_id }) => season_id === seasonId)) return []
  return rows.map(entryIn)
}

function entryIn({ position, season_id, player_id, happened_at: at, event }: TimelineRow): LoggedEntry {
  const of = player_id !== null ? 'player' : season_id === null ? 'settings' : 'season'
  // What stands in the column follows from the type of the event.
  return {
    position,
    at,
    of,
    event: { ...event, position },
    ...(player_id === null ? {} : { playerId: player_id }),
  } as LoggedEntry
}

type TimelineRow = Omit<Selectable<SeasonTimelineTables['season_timeline']>, 'round_id' | 'type'>

/** Who took part in a season and who was active, at any time. */
export async function seasonPresence(read: Read, seasonId: number): Promise<Presence> {
  const rows = await read
    .selectFrom('season_timeline')
    .select(['position', 'season_id', 'player_id', 'happened_at', 'event'])
    .where((eb) =>
      eb.or([
        eb('player_id', 'is not', null),
        eb.and([
          eb('season_id', '=', seasonId),
          eb('type', 'in', ['ParticipantAdded', 'ParticipantRemoved']),
        ]),
      ]),
    )
    .orderBy('position')
    .execute()
  return presenceIn(rows.map(entryIn))
}

export type NameSince = {
  position: Position
  season_id: number | null
  round_id: number | null
  name: string
}

/** What seasons and their rounds were called from each position on, in the order of the log. Of one season, or of all. */
export async function namesOverTime(read: Read, seasonId?: number): Promise<NameSince[]> {
  const rows = await read
    .selectFrom('season_timeline')
    .select(['position', 'season_id', 'round_id', 'event'])
    .$if(seasonId !== undefined, (query) => query.where('season_id', '=', seasonId ?? 0))
    .where('type', 'in', ['SeasonCreated', 'SeasonRenamed', 'RoundCreated', 'RoundMovedIn', 'RoundRenamed'])
    .orderBy('position')
    .execute()
  return rows.flatMap(({ event: { data }, ...row }) => {
    const name = 'sportName' in data ? data.sportName : 'name' in data ? data.name : null
    return name === null ? [] : { ...row, name }
  })
}

/** What a season and one of its rounds were called right before an event. No round: empty. */
export async function namesBefore(
  read: Read,
  { seasonId, roundId }: { seasonId: number; roundId: number | null },
  position: Position,
): Promise<{ sportName: string; seasonName: string }> {
  const earlier = (await namesOverTime(read, seasonId)).filter((since) => since.position < position)
  const last = (wanted: number | null) => earlier.findLast(({ round_id }) => round_id === wanted)?.name ?? ''
  return { sportName: roundId === null ? '' : last(roundId), seasonName: last(null) }
}

/** A round right before an event, but for the message in its mails, its teams and links. */
export async function roundBefore(read: Read, roundId: number, position: Position): Promise<Round> {
  const rows = await read
    .selectFrom('season_timeline')
    .select('event')
    .where('round_id', '=', roundId)
    .where('position', '<', position)
    .orderBy('position')
    .execute()
  return rows.reduce((state, { event }) => round.evolve(state, event as RoundEvent), round.initial)
}

/** When a round was to lock before an event, and whether players had their links; null where it was not there. */
export async function lockBefore(
  read: Read,
  { seasonId, roundId }: { seasonId: number; roundId: number },
  position: Position,
): Promise<{ locksAt: Instant; isActive: boolean } | null> {
  const rows = await read
    .selectFrom('season_timeline')
    .select('event')
    .where('season_id', '=', seasonId)
    .where('round_id', '=', roundId)
    .where('position', '<', position)
    .where('type', 'in', ['RoundCreated', 'RoundMovedIn', 'RoundRescheduled', 'RoundActivated'])
    .orderBy('position')
    .execute()
  const times = rows.flatMap(({ event }) => ('locksAt' in event.data ? event.data.locksAt : []))
  const locksAt = times.at(-1)
  const isActive = rows.some(({ event }) => event.type === 'RoundActivated')
  return locksAt === undefined ? null : { locksAt, isActive }
}

export async function lastReschedule(read: Read, roundId: number): Promise<Position | null> {
  const row = await read
    .selectFrom('season_timeline')
    .select('position')
    .where('round_id', '=', roundId)
    .where('type', '=', 'RoundRescheduled')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.position ?? null
}

/** In the order in which they came, whatever became of them later. */
export async function publishedResults(read: Read, seasonId: number): Promise<PublishedResult[]> {
  const rows = await read
    .selectFrom('season_timeline')
    .select('event')
    .where('season_id', '=', seasonId)
    .where('type', 'in', ['RoundCompleted', 'RoundUnlocked', 'TieBreakAnswered'])
    .orderBy('position')
    .execute()
  const answers = new Map<number, { answer: number | null }>()
  const takenBack = new Set<number>()
  return rows.flatMap(({ event }) => {
    if (event.type === 'TieBreakAnswered') answers.set(event.data.roundId, { answer: event.data.value })
    if (event.type === 'RoundUnlocked') takenBack.add(event.data.roundId)
    if (event.type !== 'RoundCompleted') return []
    const { roundId } = event.data
    takenBack.delete(roundId)
    const without = [...takenBack]
    return [{ roundId, result: { ...event.data, ...answers.get(roundId) }, without }]
  })
}
