import type { Actor, Instant } from '../../domain/event.ts'
import type { HistoryKind } from '../../domain/event-descriptor.ts'
import { descriptorOf } from '../../domain/event-table.ts'
import type { PickEvent } from '../../domain/picks/pick.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import type { SealedPicks } from '../now/pick-visibility.ts'
import { findDocuments } from '../read-models/find-documents.ts'
import type { HistoryRow } from '../read-models/history.ts'
import type { TypeWithArgs } from '../read-models/history-args.ts'
import { picksMade } from '../read-models/picks.ts'
import type { Read } from '../read-models/read-tables.ts'
import { type Names, withNames } from './sentences/names.ts'
import { hiddenPickSentences, type PickContext, pickSentences } from './sentences/pick-sentences.ts'
import type { SentenceContext } from './sentences/sentence.ts'
import { SENTENCES } from './sentences/sentences.ts'
import type { Action, Change } from './sentences/wording.ts'

export type HistoryEntry = {
  position: Position
  eventId: string
  type: string
  kind: HistoryKind
  sentence: string
  changes: readonly Change[]
  occurredAt: Instant
  actor: { kind: Actor['kind']; id: number | null; name: string }
  reason: string | null
  lacksReason: boolean
  commandId: string
  count?: number
  mixed?: boolean
  undoneBy?: { eventId: string; occurredAt: Instant; name: string; count: number }
  undoes?: { eventId: string; sentence: string }
  seasonId: number | null
  roundId: number | null
  playerId: number | null
}

export async function describeHistory(
  read: Read,
  isSealed: SealedPicks,
  rows: readonly HistoryRow[],
): Promise<HistoryEntry[]> {
  const hidden = await rowsHidden(isSealed, rows)
  const pickOf = await picksOf(read, rows)
  return withNames(read, (names) =>
    rows.map((row) => {
      const actor = actorOf(row)
      const name = names.actor(actor)
      const pick = pickOf(row)
      const isHidden = hidden.has(row)
      const { words, changes } = pick
        ? describePick(row.type, { ...pick, actor, player: names.player(row.player_id ?? 0) }, isHidden)
        : describe(row, actor, names)
      return {
        position: row.position,
        eventId: row.event_id,
        type: row.type,
        kind: row.kind,
        sentence: `${name} ${words}`,
        changes,
        occurredAt: row.occurred_at,
        actor: { kind: actor.kind, id: row.actor_id, name },
        reason: isHidden ? null : row.reason,
        lacksReason: row.lacks_reason || (pick !== null && lacksReasonFor(row, pick)),
        commandId: row.command_id,
        seasonId: row.season_id,
        roundId: row.round_id,
        playerId: row.player_id,
      }
    }),
  )
}

export const hidesPick = async (isSealed: SealedPicks, { kind, season_id, round_id }: HistoryRow) =>
  kind === 'picks' && (await isSealed(season_id, round_id))

/** Each round is looked up once: that reads all of its season. */
export async function rowsHidden(
  isSealed: SealedPicks,
  rows: readonly HistoryRow[],
): Promise<ReadonlySet<HistoryRow>> {
  const known = new Map<string, boolean>()
  const hidden = new Set<HistoryRow>()
  for (const row of rows) {
    if (row.kind !== 'picks') continue
    const key = `${row.season_id} ${row.round_id}`
    const hides = known.get(key) ?? (await hidesPick(isSealed, row))
    known.set(key, hides)
    if (hides) hidden.add(row)
  }
  return hidden
}

export const sportOf = ({ args }: HistoryRow): string => args.sport ?? 'a deleted sport'

function describe(row: HistoryRow, actor: Actor, names: Names): Action {
  const { type, args, admin_id, player_id } = row
  const words = SENTENCES[type as TypeWithArgs] as (
    context: Required<SentenceContext<TypeWithArgs>>,
  ) => Action
  const { season = 'an erased season', from = '', data, was } = args
  return words({ season, from, sport: sportOf(row), data, was, id: admin_id ?? player_id ?? 0, actor, names })
}

type PickFacts = Omit<PickContext, 'actor' | 'player'>

/** Null for rows that are of no pick. */
async function picksOf(
  read: Read,
  rows: readonly HistoryRow[],
): Promise<(row: HistoryRow) => PickFacts | null> {
  const ofPicks = rows.filter(({ kind }) => kind === 'picks')
  const cells = new Map(
    ofPicks.map(({ stream, round_id, player_id }) => [
      stream,
      { round_id: round_id ?? 0, player_id: player_id ?? 0 },
    ]),
  )
  const madeIn = await picksMade(read, [...cells.values()])
  const seasons = new Set(ofPicks.map(({ season_id }) => season_id ?? 0))
  const seasonsNow = await findDocuments(read, 'season', seasons)
  return (row) => {
    const { kind, position, season_id, round_id, player_id } = row
    if (kind !== 'picks') return null
    const round = roundIn(seasonsNow.get(season_id ?? 0) ?? seasonStream.initial, round_id ?? 0)
    const all = madeIn(round_id, player_id)
    return {
      sport: sportOf(row),
      made: all.find((one) => one.position === position),
      before: all.filter((one) => one.position < position),
      lock: 'locksAt' in round ? round : NEVER,
    }
  }
}

const NEVER = { locksAt: '9999-12-31' }

function describePick(type: string, pick: PickContext, isHidden: boolean): Action {
  const words = isHidden || !pick.made ? hiddenPickSentences : pickSentences
  return words[type as PickEvent['type']](pick)
}

/** An entry in place of an earlier pick. */
const lacksReasonFor = ({ type, reason }: HistoryRow, { before }: PickFacts) =>
  reason === null && descriptorOf(type as PickEvent['type']).asksReason?.(before, {}) === true

function actorOf({ actor_kind, actor_id }: HistoryRow): Actor {
  return actor_kind === 'admin' || actor_kind === 'player'
    ? { kind: actor_kind, id: actor_id ?? 0 }
    : { kind: actor_kind }
}
