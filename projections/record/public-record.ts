import type { DomainEvent } from '../../domain/domain-event.ts'
import type { Instant } from '../../domain/event.ts'
import { counted } from '../../domain/names.ts'
import { player } from '../../domain/players/player.ts'
import { type Deed, deedsIn, type EventOfSeason } from '../../domain/record/deeds.ts'
import type { DeedType } from '../../domain/record/record-rules.ts'
import { isSealed } from '../../domain/seasons/sealing.ts'
import { roundIn, type SeasonAndRounds, seasonStream } from '../../domain/seasons/season-stream.ts'
import {
  type EventStore,
  type Position,
  type RecordedEvent,
  START,
} from '../../platform/event-store/event-store.ts'
import { spanText } from '../../platform/time/clock.ts'
import type { BoardCache } from '../boards/board-cache.ts'
import { tellTogether } from '../history/folding.ts'
import { openNames } from '../history/names.ts'
import { undonePairs } from '../history/rows.ts'
import { listedShort } from '../history/wording.ts'
import { type Chronicle, openChronicle, type SeasonChapter } from '../past/chronicle.ts'
import { asking, findDocuments, idsOf } from '../read-models/find-documents.ts'
import { BESIDE_SEASONS, type HistoryRow } from '../read-models/history.ts'
import type { Read } from '../read-models/read-tables.ts'

export type RecordSources = { read: Read; store: EventStore }

/** The names that a command gave are an entry of their own. */
export type RecordEntry = { rows: readonly [HistoryRow, ...HistoryRow[]]; deeds: readonly Deed[] }

export type PublicRecord = { entries: readonly RecordEntry[]; now: SeasonAndRounds }

const BYTES_OF_ENTRY = 1_000

export async function keptRecord(
  sources: RecordSources & { cache: BoardCache },
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
  const chronicle = openChronicle(store)
  const chapters = await chronicle.ofSeason(seasonId)
  const own = chapters.map(({ event }) => eventOf(event, null))
  const others = [...(await besideIn(read, seasonId)), ...(await namesIn(read, chronicle, own))]
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

function eventOf(event: RecordedEvent & DomainEvent, playerId: number | null): Positioned {
  return { position: event.position, at: event.metadata.occurredAt, event, playerId }
}

/** From their own streams and documents, which an erasure clears. */
async function namesIn(read: Read, chronicle: Chronicle, own: readonly Positioned[]): Promise<Positioned[]> {
  const participants = new Set(
    own.flatMap(({ event }) => (event.type === 'ParticipantAdded' ? event.data.playerId : [])),
  )
  const rows = await read
    .selectFrom('history')
    .select('player_id')
    .distinct()
    .where('type', '=', 'PlayerRenamed')
    .execute()
  const renamed = new Set(rows.flatMap(({ player_id: id }) => (id && participants.has(id) ? id : [])))
  if (renamed.size === 0) return []
  const others = idsOf(
    'player',
    [...participants].filter((id) => !renamed.has(id)),
  )
  const players = (await findDocuments(asking(read), { ids: others })).all('player')
  const always = [...players].map(([playerId, { name, email }]) => {
    const event: DomainEvent = { type: 'PlayerAdded', data: { playerId, name, email } }
    return { position: START, at: '', event, playerId }
  })
  const streams = await Promise.all(
    [...renamed].map(async (playerId) =>
      (await chronicle.of(player.stream(playerId)))
        .filter(({ event: { type } }) => type === 'PlayerAdded' || type === 'PlayerRenamed')
        .map(({ event }) => eventOf(event as RecordedEvent & DomainEvent, playerId)),
    ),
  )
  return [...always, ...streams.flat()]
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

export type ToldEntry = {
  id: string
  type: DeedType | 'undone'
  at: Instant
  admin: string | null
  sentence: string
  reason: string | null
  lacksReason?: true
}

export async function tellEntries(
  { read, store }: RecordSources,
  { now }: PublicRecord,
  entries: readonly RecordEntry[],
): Promise<ToldEntry[]> {
  const names = openNames(read, openChronicle(store))
  const isOpen = (roundId: number | null) => isSealed(roundIn(now, roundId ?? 0))
  const sources = { names, isSealed: async (_: number | null, roundId: number | null) => isOpen(roundId) }
  const pairs = await undonePairs(
    read,
    entries.map(({ rows }) => rows[0].command_id),
  )
  const undone = entries.map(({ rows }) => {
    const ids = new Set(rows.map(({ event_id }) => event_id))
    return pairs.flatMap((pair) => (ids.has(pair.undo.event_id) ? pair.undone : []))
  })
  const wordsOf = await tellTogether(sources, new Map(entries.map(({ rows }, index) => [index, rows])))
  const undoneWordsOf = await tellTogether(sources, new Map(undone.entries()))
  const nameIn = ({ position, round_id }: HistoryRow) => names.at(position).round(round_id ?? 0).name

  return names.told(() =>
    entries.flatMap((entry, index) => {
      const words = wordsOf.get(index)
      const type = entry.deeds.at(-1)?.type
      if (!words || !type) return []
      const { actor } = words.as
      const { event_id: id, occurred_at } = lastOf(entry)
      const takenBack = undoneWordsOf.get(index)?.as.sentence
      const rows = [...entry.rows, ...(undone[index] ?? [])]
      // Nobody knows how a lock may come to be after the pick: what is open is told of in no case.
      const sealed = rows.find((row) => row.kind === 'picks' && isOpen(row.round_id))
      // Which teams may go follows from what was picked.
      const teams = rows.find((row) => row.type === 'RoundTeamsChanged' && isOpen(row.round_id))
      // With the names of today: one that was given in another's stream outlives an erasure.
      const renamed = entry.deeds.flatMap((deed) =>
        deed.type === 'name_taken_over' ? names.player(whose(deed)) : [],
      )
      const isAdded = entry.deeds.some(({ of }) => of.event.type === 'ParticipantAdded')
      const sentence = sealed
        ? `${actor.name} changed ${counted(rows.length, 'pick')} for ${nameIn(sealed)}`
        : teams
          ? `${actor.name} changed the teams of ${nameIn(teams)}`
          : renamed.length > 0
            ? `${actor.name} ${isAdded ? 'added' : 'gave'} ${listedShort(renamed)}${isAdded ? ' with' : ''} a name that another participant has had since the first lock`
            : takenBack === undefined
              ? `${words.as.sentence}${whileOpen(entry)}${beforeLock(entry)}`
              : `${actor.name} undid this${beforeLock(entry)}: ${takenBack}`
      return {
        id,
        type: takenBack === undefined ? type : ('undone' as const),
        at: occurred_at,
        admin: actor.kind === 'admin' ? actor.name : null,
        sentence,
        reason: sealed ? null : words.first.reason,
        ...(!sealed && words.as.lacksReason && { lacksReason: true as const }),
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
