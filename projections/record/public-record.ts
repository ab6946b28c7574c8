import type { DomainEvent } from '../../domain/domain-event.ts'
import type { Instant } from '../../domain/event.ts'
import { counted } from '../../domain/names.ts'
import { type Deed, deedsIn, type EventOfSeason } from '../../domain/record/deeds.ts'
import type { DeedType } from '../../domain/record/record-rules.ts'
import { isSealed } from '../../domain/seasons/sealing.ts'
import { roundIn, type SeasonAndRounds, seasonStream } from '../../domain/seasons/season-stream.ts'
import type { Cache } from '../../platform/cache.ts'
import { openChronicle, type SeasonChapter } from '../../platform/event-store/chronicle.ts'
import type { EventStore, Position } from '../../platform/event-store/event-store.ts'
import { spanText } from '../../platform/time/clock.ts'
import { sportOf } from '../history/entries.ts'
import { summarize } from '../history/folding.ts'
import { undonePairs } from '../history/rows.ts'
import { withNames } from '../history/sentences/names.ts'
import { listedShort } from '../history/sentences/wording.ts'
import { BESIDE_SEASONS, type HistoryRow } from '../read-models/history.ts'
import type { Read } from '../read-models/read-tables.ts'

export type RecordSources = { read: Read; store: EventStore }

/** The names that a command gave are an entry of their own. */
export type RecordEntry = { rows: readonly [HistoryRow, ...HistoryRow[]]; deeds: readonly Deed[] }

export type PublicRecord = { entries: readonly RecordEntry[]; now: SeasonAndRounds }

const BYTES_OF_ENTRY = 1_000

export async function keptRecord(
  sources: RecordSources & { cache: Cache },
  seasonId: number,
): Promise<PublicRecord & { key: string }> {
  // The mark comes first: what is read after it can only be newer than it says.
  const key = `${seasonId} ${await recordMark(sources.read)}`
  const record = await sources.cache(
    `public record ${key}`,
    () => loadPublicRecord(sources, seasonId),
    ({ entries }) => entries.reduce((sum, { rows }) => sum + rows.length, 1) * BYTES_OF_ENTRY,
  )
  return { ...(record ?? (await loadPublicRecord(sources, seasonId))), key }
}

async function loadPublicRecord({ read, store }: RecordSources, seasonId: number): Promise<PublicRecord> {
  const chapters = await openChronicle(store).ofSeason(seasonId)
  const own = chapters.map(({ event }) => ({
    ...{ position: event.position, at: event.metadata.occurredAt, event, playerId: null },
  }))
  const others = [...(await besideIn(read, seasonId)), ...(await namesIn(read, own))]
  const deeds = deedsIn(withSeasons([...own, ...others], chapters))
  const rows = await rowsAt(
    read,
    deeds.map(({ of }) => of.position),
  )
  const byCommand = new Map<string, { rows: [HistoryRow, ...HistoryRow[]]; deeds: Deed[] }>()
  for (const deed of deeds) {
    // The log may be ahead of the table, which is shown once it has caught up.
    const row = rows.get(deed.of.position)
    if (!row) continue
    const key = deed.type === 'name_taken_over' ? `${row.command_id} name` : row.command_id
    const entry = byCommand.get(key)
    if (entry) {
      entry.rows.push(row)
      entry.deeds.push(deed)
    } else byCommand.set(key, { rows: [row], deeds: [deed] })
  }
  const entries = [...byCommand.values()].sort((left, right) =>
    lastOf(left).position < lastOf(right).position ? 1 : -1,
  )
  return { entries, now: chapters.at(-1)?.after ?? seasonStream.initial }
}

export const lastOf = ({ rows }: RecordEntry): HistoryRow => rows.at(-1) ?? rows[0]

type Positioned = EventOfSeason & { position: Position }

function withSeasons(events: readonly Positioned[], chapters: readonly SeasonChapter[]) {
  let before = 0
  return events
    .toSorted((left, right) => (left.position < right.position ? -1 : 1))
    .map((one) => {
      while ((chapters[before]?.event.position ?? one.position) < one.position) before += 1
      return [one, chapters[before - 1]?.after ?? seasonStream.initial] as const
    })
}

async function namesIn(read: Read, own: readonly Positioned[]): Promise<Positioned[]> {
  const ids = own.flatMap(({ event }) => (event.type === 'ParticipantAdded' ? event.data.playerId : []))
  const rows = await read
    .selectFrom('history')
    .select(['position', 'occurred_at', 'player_id', 'type', 'args'])
    .where('type', 'in', ['PlayerAdded', 'PlayerRenamed'])
    .execute()
  const participants = new Set<number | null>(ids)
  return rows
    .filter(({ player_id }) => participants.has(player_id))
    .map(({ position, occurred_at: at, player_id: playerId, type, args: { data } }) => ({
      ...{ position, at, playerId, event: { type, data } as DomainEvent },
    }))
}

async function besideIn(read: Read, seasonId: number): Promise<Positioned[]> {
  const rows = await read
    .selectFrom('history')
    .selectAll()
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('history as earlier')
          .select('earlier.position')
          .whereRef('earlier.round_id', '=', 'history.round_id')
          .whereRef('earlier.stream', '=', 'history.stream')
          .whereRef('earlier.position', '<', 'history.position')
          .whereRef('earlier.command_id', '!=', 'history.command_id'),
      ).as('replaces'),
    )
    .where('type', 'in', BESIDE_SEASONS)
    .where((eb) => eb.or([eb('season_id', '=', seasonId), eb('season_id', 'is', null)]))
    .execute()
  return rows.map(({ position, occurred_at: at, type, player_id: playerId, round_id: roundId, ...row }) => {
    const event = { type, data: { roundId } } as never as DomainEvent
    return { position, at, event, playerId, replaces: row.replaces === true }
  })
}

async function rowsAt(read: Read, positions: readonly Position[]): Promise<Map<Position, HistoryRow>> {
  if (positions.length === 0) return new Map()
  const rows = await read.selectFrom('history').selectAll().where('position', 'in', positions).execute()
  return new Map(rows.map((row) => [row.position, row]))
}

export type DescribedEntry = {
  id: string
  type: DeedType | 'undone'
  at: Instant
  admin: string | null
  sentence: string
  reason: string | null
  lacksReason?: true
}

export async function describeRecord(
  read: Read,
  { now }: PublicRecord,
  entries: readonly RecordEntry[],
): Promise<DescribedEntry[]> {
  const isOpen = (roundId: number | null) => isSealed(roundIn(now, roundId ?? 0))
  const sources = { read, isSealed: async (_: number | null, roundId: number | null) => isOpen(roundId) }
  const pairs = await undonePairs(
    read,
    entries.map(({ rows }) => rows[0].command_id),
  )
  const undone = entries.map(({ rows }) => {
    const ids = new Set(rows.map(({ event_id }) => event_id))
    return pairs.flatMap((pair) => (ids.has(pair.undo.event_id) ? pair.undone : []))
  })
  const summaries = await summarize(sources, new Map(entries.map(({ rows }, index) => [index, rows])))
  const undoneSummaries = await summarize(sources, new Map(undone.entries()))
  return withNames(read, (names) =>
    entries.flatMap((entry, index) => {
      const summary = summaries.get(index)
      const type = entry.deeds.at(-1)?.type
      if (!summary || !type) return []
      const { actor, reason, lacksReason } = summary
      const { event_id: id, occurred_at } = lastOf(entry)
      const takenBack = undoneSummaries.get(index)?.sentence
      const rows = [...entry.rows, ...(undone[index] ?? [])]
      // Nobody knows how a lock may come to be after the pick: nothing that is open is described.
      const sealed = rows.find((row) => row.kind === 'picks' && isOpen(row.round_id))
      // Which teams may go follows from what was picked.
      const teams = rows.find((row) => row.type === 'RoundTeamsChanged' && isOpen(row.round_id))
      // With the names of today: one that was given in another's stream outlives an erasure.
      const renamed = entry.deeds.flatMap((deed) =>
        deed.type === 'name_taken_over' ? names.player(whose(deed)) : [],
      )
      const isAdded = entry.deeds.some(({ of }) => of.event.type === 'ParticipantAdded')
      const sentence = sealed
        ? `${actor.name} changed ${counted(rows.length, 'pick')} for ${sportOf(sealed)}`
        : teams
          ? `${actor.name} changed the teams of ${sportOf(teams)}`
          : renamed.length > 0
            ? `${actor.name} ${isAdded ? 'added' : 'gave'} ${listedShort(renamed)}${isAdded ? ' with' : ''} a name that another participant has had since the first lock`
            : takenBack === undefined
              ? `${summary.sentence}${whileOpen(entry)}${beforeLock(entry)}`
              : `${actor.name} undid this${beforeLock(entry)}: ${takenBack}`
      return {
        id,
        type: takenBack === undefined ? type : ('undone' as const),
        at: occurred_at,
        admin: actor.kind === 'admin' ? actor.name : null,
        sentence,
        reason: sealed ? null : reason,
        ...(!sealed && lacksReason && { lacksReason: true as const }),
      }
    }),
  )
}

const whose = ({ of: { event, playerId } }: Deed): number =>
  event.type === 'ParticipantAdded' ? event.data.playerId : (playerId ?? 0)

function whileOpen({ deeds }: RecordEntry): string {
  const sports = deeds.flatMap((deed) => deed.whileOpen)
  return sports.length === 0
    ? ''
    : ` while ${listedShort(sports)} ${sports.length === 1 ? 'was' : 'were'} open`
}

function beforeLock({ deeds }: RecordEntry): string {
  const lock = deeds.find(({ lockAhead }) => lockAhead)?.lockAhead
  return lock ? `, ${spanText(lock.ms)} before the lock of ${lock.sportName}` : ''
}

async function recordMark(read: Read): Promise<string> {
  const row = await read
    .selectFrom('history')
    .innerJoin('checkpoint', (join) => join.onTrue())
    .select(['history.position', 'generation'])
    .where('type', 'not in', ['PickSubmitted', 'TieBreakGuessed'])
    .orderBy('history.position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? `${row.generation}-${row.position}` : ''
}
