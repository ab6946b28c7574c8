import { type Kysely, type Selectable, sql } from 'kysely'
import type { Instant } from '../../domain/event.ts'
import { isGuess, isVersion, madeBy } from '../../domain/picks/pick.ts'
import { receiptCode } from '../../domain/picks/receipt.ts'
import type { Lock } from '../../domain/rounds/round.ts'
import { pickNow } from '../../domain/rounds/team-names.ts'
import { roundsIn, type WholeSeason } from '../../domain/seasons/season-stream.ts'
import type { SeasonFacts } from '../../domain/seasons/standings.ts'
import { idIn } from '../../domain/stream-id.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import { grouped } from '../../platform/grouped.ts'
import type { DocumentsBefore, Handler } from './handler.ts'
import { isPick, type LoggedEvent, type LoggedPick } from './logged-event.ts'
import { column, type Json, type NewRow, newRow, type RowOf, type Statements, table } from './table.ts'

export type PicksTables = {
  pick_versions: RowOf<typeof PICK_VERSIONS>
  guesses: RowOf<typeof GUESSES>
  late_requests: RowOf<typeof LATE_REQUESTS>
}

type Read = Kysely<PicksTables>

export type PickVersionRow = Selectable<PicksTables['pick_versions']>

const MADE = {
  round_id: column<number>('integer not null'),
  player_id: column<number>('integer not null'),
  position: column<string>('text not null'),
  made_at: column<string>('text not null'),
  made_by: column<'player' | 'admin'>('text not null'),
}

export const PICK_VERSIONS = table({
  name: 'pick_versions',
  columns: {
    ...MADE,
    picks: column<Json<string[]>>('json not null'),
    receipt: column<string>('text not null unique'),
    reason: column<string | null>('text'),
    cleared: column<boolean>('boolean not null'),
  },
  key: ['round_id', 'player_id', 'position'],
})

/** Every guess at the tie-break question of a round. Null where an admin took one back. */
export const GUESSES = table({
  name: 'guesses',
  columns: {
    ...MADE,
    guess: column<number | null>('double precision'),
  },
  key: ['round_id', 'player_id', 'position'],
})

/** What was asked for after the lock. */
export const LATE_REQUESTS = table({
  name: 'late_requests',
  columns: {
    ...MADE,
    asked: column<Json<string[]>>('json not null'),
    asked_guess: column<number | null>('double precision'),
  },
  key: ['round_id', 'player_id', 'position'],
})

export const recordPicks: Handler<PicksTables> = (read, event, documents) =>
  isPick(event) ? [pickRow(event)] : removePurged(read, event, documents)

export async function hasPick(read: Read, roundId: number, until?: Position): Promise<boolean> {
  const first = await read
    .selectFrom('pick_versions')
    .select('round_id')
    .where('round_id', '=', roundId)
    .$if(until !== undefined, (rows) => rows.where('position', '<', until ?? ''))
    .limit(1)
    .executeTakeFirst()
  return first !== undefined
}

const TABLES = ['pick_versions', 'guesses', 'late_requests'] as const

function pickRow(event: LoggedPick): NewRow {
  const { roundId: round_id, playerId: player_id } = event.data
  const { id, position, metadata } = event
  const made = madeBy(event)
  const { at: made_at, by: made_by } = made
  const of = { round_id, player_id, position, made_at, made_by }
  if (isGuess(made)) return newRow(GUESSES, { ...of, guess: made.guess })
  if (!isVersion(made))
    return newRow(LATE_REQUESTS, { ...of, asked: made.asked, asked_guess: made.askedGuess })
  const [receipt, reason] = [receiptCode(id), metadata.reason ?? null]
  const { picks, cleared = false } = made
  return newRow(PICK_VERSIONS, { ...of, receipt, reason, picks, cleared })
}

function removePurged(read: Read, event: LoggedEvent, { find }: DocumentsBefore): Statements {
  if (event.type !== 'RoundPurged' && event.type !== 'SeasonPurged') return []
  const season = event.type === 'SeasonPurged' ? find('season', idIn(event)) : null
  const ids = event.type === 'RoundPurged' ? [event.data.roundId] : roundIdsIn(season)
  return ids.length === 0 ? [] : TABLES.map((table) => read.deleteFrom(table).where('round_id', 'in', ids))
}

const roundIdsIn = (season: WholeSeason | null) =>
  season === null ? [] : roundsIn(season).map(({ roundId }) => roundId)

type CountedRound = Lock & { roundId: number }

export type PickEntry = { at: Instant; position: Position; reason: string | null; cleared: boolean }

export type Entries = (roundId: number, playerId: number) => PickEntry | null

export type PickOfPlayer = { round_id: number; player_id: number; picks: string[] }

/** What may count in these rounds, be it a pick or a guess: of each player the last one does. The rule of `countingPick`. */
const mayCount = (rounds: readonly CountedRound[]) =>
  sql<boolean>`(${sql.join(rounds.map(mayCountIn), sql` or `)})`

function mayCountIn({
  roundId,
  locksAt,
  plannedLocksAt = locksAt,
  lockPosition,
  formerLocks = [],
}: CountedRound) {
  // In the log before the lock was published, which is at one place in it however one looks back.
  const published = lockPosition ? sql` and position < ${lockPosition}` : sql``
  const former = formerLocks.map(({ until, locksAt }) => sql`when position < ${until} then ${locksAt} `)
  const deadline =
    former.length === 0
      ? sql`${plannedLocksAt}`
      : sql`case ${sql.join(former, sql``)}else ${plannedLocksAt} end`
  return sql`round_id = ${roundId} and (made_by = 'admin' or made_at < ${deadline}${published})`
}

/** `until` leaves out what was appended after this position. */
export const countingRows = async (
  read: Read,
  rounds: readonly CountedRound[],
  until?: Position,
): Promise<PicksOfRound[]> =>
  rounds.length === 0 ? [] : countingPicksQuestion(read, rounds, until).execute()

export async function countingPicks(
  read: Read,
  rounds: readonly CountedRound[],
  until?: Position,
): Promise<PickOfPlayer[]> {
  const rows = await countingRows(read, rounds, until)
  const picksOf = picksFrom(rows, rounds)
  return rows.flatMap(({ round_id, picks }) =>
    Object.keys(picks ?? {}).map((id) => {
      const player_id = Number(id)
      return { round_id, player_id, picks: [...(picksOf(round_id, player_id) ?? [])] }
    }),
  )
}

const isPicked = sql<boolean>`json_array_length(picks) > 0`

export function countingPicksQuestion(read: Read, rounds: readonly CountedRound[], until?: Position) {
  const counting = read
    .selectFrom('pick_versions')
    .distinctOn(['round_id', 'player_id'])
    .select(['round_id', 'player_id', 'picks', 'made_by', 'made_at', 'position', 'reason', 'cleared'])
    .where(mayCount(rounds))
    .$if(until !== undefined, (query) => query.where('position', '<=', until ?? ''))
    .orderBy('round_id')
    .orderBy('player_id')
    .orderBy('position', 'desc')
  const entry = sql`json_build_object('at', made_at, 'position', position, 'reason', reason, 'cleared', cleared)`
  // An entry that is undone leaves nothing behind.
  const isTold = sql<boolean>`made_by = 'admin' and (cleared or ${isPicked})`
  // One row for each round: ten thousand small ones take three times as long to arrive.
  return read
    .selectFrom(counting.as('counting'))
    .select([
      'round_id',
      sql<Record<string, string[]> | null>`json_object_agg(player_id, picks) filter (where ${isPicked})`.as(
        'picks',
      ),
      sql<Record<string, PickEntry> | null>`json_object_agg(player_id, ${entry}) filter (where ${isTold})`.as(
        'entries',
      ),
    ])
    .groupBy('round_id')
    .orderBy('round_id')
}

type PicksOfRound = {
  round_id: number
  picks: Record<string, string[]> | null
  entries: Record<string, PickEntry> | null
}

/** With the names that the teams have in these rounds. */
export function picksFrom(
  rows: readonly PicksOfRound[],
  rounds: readonly CountedRound[],
): SeasonFacts['picksOf'] {
  const byRound = new Map(rows.map(({ round_id, picks }) => [round_id, picks]))
  const renamed = new Map(rounds.map((round) => [round.roundId, round]))
  return (roundId, playerId) => {
    const picks = byRound.get(roundId)?.[playerId]
    return picks ? pickNow({ picks }, renamed.get(roundId) ?? {}).picks : null
  }
}

/** What an admin did last to a pick, where that counts. */
export function entriesFrom(rows: readonly PicksOfRound[]): Entries {
  const byRound = new Map(rows.map(({ round_id, entries }) => [round_id, entries]))
  return (roundId, playerId) => byRound.get(roundId)?.[playerId] ?? null
}

export type GuessOfPlayer = { round_id: number; player_id: number; guess: number | null }

export const countingGuesses = (read: Read, round: CountedRound, known?: Known): Promise<GuessOfPlayer[]> =>
  countingGuessesQuestion(read, round).where(isKnown(known)).execute()

export const countingGuessesQuestion = (read: Read, round: CountedRound, until?: Position) =>
  read
    .selectFrom('guesses')
    .distinctOn('player_id')
    .select(['round_id', 'player_id', 'guess'])
    .where(mayCount([round]))
    .$if(until !== undefined, (query) => query.where('position', '<=', until ?? ''))
    .orderBy('player_id')
    .orderBy('position', 'desc')

/** Before a deed of an admin: what players made of their own, and what admins made before `since`. */
type Known = { before: Position; since: Position }

const isKnown = (known?: Known | 'own') =>
  known === 'own'
    ? sql<boolean>`made_by = 'player'`
    : known
      ? sql<boolean>`position < ${known.before} and (made_by = 'player' or position < ${known.since})`
      : sql<boolean>`true`

export async function countingVersions(
  read: Read,
  round: CountedRound,
  known?: Known | 'own',
): Promise<(PickVersionRow & { pickedAs: readonly string[] })[]> {
  const rows = await read
    .selectFrom('pick_versions')
    .distinctOn('player_id')
    .selectAll('pick_versions')
    .where(mayCount([round]))
    .where(isKnown(known))
    .orderBy('player_id')
    .orderBy('position', 'desc')
    .execute()
  return rows
    .filter(({ picks }) => picks.length > 0)
    .map((version) => ({ ...pickNow(version, round), pickedAs: version.picks }))
}

type MadeAt<Made> = Made & { position: Position; at: Instant; by: 'player' | 'admin' }

export type MadeVersion = MadeAt<{ picks: string[]; cleared: boolean; receipt: string }>
export type MadeGuess = MadeAt<{ guess: number | null }>
type MadeRequest = MadeAt<{ asked: string[]; askedGuess: number | null }>
export type MadePick = MadeVersion | MadeGuess | MadeRequest

/** It comes right before the version that it was saved with. */
export const guessSavedWith = (made: readonly MadePick[], version: MadeVersion): number | null =>
  made.findLast((one): one is MadeGuess => 'guess' in one && one.position < version.position)?.guess ?? null

type Cell = { round_id: number; player_id: number }

/** What these players made in these rounds, in the order of the log, whether it counts or not. */
export async function picksMade(
  read: Read,
  cells: readonly Cell[],
): Promise<(roundId: number | null, playerId: number | null) => readonly MadePick[]> {
  if (cells.length === 0) return () => []
  const those = cells.map(({ round_id, player_id }) => sql`(${round_id}::integer, ${player_id}::integer)`)
  const isThere = sql<boolean>`(round_id, player_id) in (${sql.join(those)})`
  const versions = await read.selectFrom('pick_versions').selectAll().where(isThere).execute()
  const guesses = await read.selectFrom('guesses').selectAll().where(isThere).execute()
  const requests = await read
    .selectFrom('late_requests')
    .selectAll()
    .select('asked_guess as askedGuess')
    .where(isThere)
    .execute()
  const made = [...versions, ...guesses, ...requests]
    .map(({ made_at: at, made_by: by, ...one }) => ({ ...one, at, by }))
    .sort((one, other) => (one.position < other.position ? -1 : 1))
  const byCell = grouped(made, ({ round_id, player_id }) => `${round_id} ${player_id}`)
  return (roundId, playerId) => byCell.get(`${roundId} ${playerId}`) ?? []
}

/** Whose, in the order in which they asked. */
export const askedLateIn = (read: Read, roundIds: readonly number[]): Promise<Cell[]> =>
  read
    .selectFrom('late_requests')
    .select(['round_id', 'player_id'])
    .where('round_id', '=', sql<number>`any(${[...roundIds]}::integer[])`)
    .orderBy('made_at')
    .orderBy('position')
    .execute()

export async function hadPickBefore(
  read: Read,
  round: CountedRound,
  playerId: number,
  position: Position,
): Promise<boolean> {
  const row = await read
    .selectFrom('pick_versions')
    .select('position')
    .where(mayCount([round]))
    .where('player_id', '=', playerId)
    .where('position', '<', position)
    .where(isPicked)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function lastVersions(read: Read, roundIds: readonly number[]): Promise<Map<number, Position>> {
  if (roundIds.length === 0) return new Map()
  const rows = await read
    .selectFrom('pick_versions')
    .select((eb) => ['round_id', eb.fn.max('position').as('last')])
    .where('round_id', 'in', roundIds)
    .groupBy('round_id')
    .execute()
  return new Map(rows.map(({ round_id, last }) => [round_id, last]))
}

export async function lastPickAt(
  read: Read,
  roundIds: readonly number[],
  at: Instant,
): Promise<Position | null> {
  if (roundIds.length === 0) return null
  const row = await read
    .selectFrom('pick_versions')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('round_id', 'in', roundIds)
    .where('made_at', '<=', at)
    .executeTakeFirst()
  return row?.last ?? null
}
