import type { RoundResult } from '../../domain/rounds/round.ts'
import {
  type Document,
  type DocumentKind,
  type DocumentStates,
  documentFrom,
} from '../../projections/documents/documents.ts'
import type { SeasonDocument } from '../../projections/documents/season-document.ts'
import type { Read } from '../../projections/engine/read-model.ts'

/** All documents of a schema, by kind. */
export type AllDocuments = {
  seasons: ReadonlyMap<number, DocumentStates['season']>
  rounds: ReadonlyMap<number, DocumentStates['round']>
  players: ReadonlyMap<number, DocumentStates['player']>
  admins: ReadonlyMap<number, DocumentStates['admin']>
  settings: DocumentStates['settings'] | null
  league: DocumentStates['league'] | null
  due: ReadonlyMap<number, string | null>
}

export async function documentsIn(read: Read): Promise<AllDocuments> {
  const rows = await read.selectFrom('documents').selectAll().orderBy('kind').orderBy('id').execute()
  const documents = rows.map(documentFrom)
  const of = <Kind extends DocumentKind>(kind: Kind) =>
    new Map(
      documents
        .filter((document) => document.kind === kind)
        .map(({ id, state }: Document) => [id, state as DocumentStates[Kind]]),
    )
  return {
    seasons: of('season'),
    rounds: of('round'),
    players: of('player'),
    admins: of('admin'),
    settings: of('settings').get(0) ?? null,
    league: of('league').get(0) ?? null,
    due: new Map(rows.flatMap(({ kind, id, due_at }) => (kind === 'season' ? [[id, due_at]] : []))),
  }
}

type Tables = Record<string, unknown[]>

/** What the rows of the read models say. */
export async function rowsIn(read: Read): Promise<Tables> {
  const seasons = await read.selectFrom('seasons').selectAll().orderBy('id').execute()
  const rounds = await read.selectFrom('rounds').selectAll().orderBy('id').execute()
  return {
    seasons: seasons.map((season) => ({ ...season, due_at: dueInRows(season, rounds) })),
    participants: await read
      .selectFrom('participants')
      .selectAll()
      .orderBy('season_id')
      .orderBy('player_id')
      .execute(),
    winners: await read.selectFrom('winners').selectAll().orderBy('season_id').orderBy('player_id').execute(),
    rounds: rounds.map((round) => ({
      ...round,
      last_result: round.last_result && outcomeOf(round.last_result),
    })),
  }
}

type RoundRow = { season_id: number; status: string; locks_at: string; opens_at: string | null } & Record<
  'opening_failed' | 'cancelled_at' | 'deleted_at',
  string | null
>

/** As those ask who lock and open rounds by the clock. */
function dueInRows(season: { id: number; deleted_at: string | null }, rounds: readonly RoundRow[]) {
  const instants = rounds
    .filter(({ season_id }) => season_id === season.id)
    .filter(({ cancelled_at, deleted_at }) => cancelled_at === null && deleted_at === null)
    .flatMap(({ status, locks_at, opens_at, opening_failed }) => {
      if (status === 'active') return locks_at
      const opens = status === 'draft' && opening_failed === null && season.deleted_at === null
      return opens ? (opens_at ?? []) : []
    })
  return instants.sort()[0] ?? null
}

/** The same rows, out of documents. */
export function rowsToldBy(documents: AllDocuments): Tables {
  const { seasons, league, due } = documents
  const present = [...seasons].map(([id, document]) => ({ id, document, season: document.season }))
  return {
    seasons: present.map(({ id, document, season }) => ({
      id,
      name: season.name,
      year_start: season.yearStart,
      year_end: season.yearEnd,
      commissioner: season.commissioner,
      is_active: Number(season.active),
      is_default: Number(league?.defaultSeasonId === id),
      ended_at: season.status === 'ended' ? season.endedAt : null,
      rules: season.rules,
      kept_rules: season.status === 'ended' ? season.kept : null,
      note: season.note,
      picks_sealed: Number(season.picksSealed),
      deleted_at: season.deletedAt,
      created_at: document.createdAt,
      updated_at: document.updatedAt,
      due_at: due.get(id),
    })),
    participants: present.flatMap(({ id, document, season }) =>
      [...season.participants]
        .toSorted((left, right) => left - right)
        .map((player_id) => ({ season_id: id, player_id, added_at: document.addedAt.get(player_id) })),
    ),
    winners: present.flatMap(({ id, season }) =>
      (season.status === 'ended' ? season.winners : [])
        .toSorted((left, right) => left.playerId - right.playerId)
        .map(({ playerId, place, totalPoints }) => ({
          season_id: id,
          player_id: playerId,
          place,
          total_points: totalPoints,
        })),
    ),
    rounds: present
      .flatMap(({ id, document }) => roundRows(id, document, documents))
      .toSorted((left, right) => left.id - right.id),
  }
}

function roundRows(seasonId: number, { rounds, results }: SeasonDocument, documents: AllDocuments) {
  return [...rounds].flatMap(([id, round]) => {
    const notes = documents.rounds.get(id)
    if (!('locksAt' in round) || notes === undefined) return []
    const { places, placements } = round.status === 'completed' ? round.result : NO_RESULT
    const last = results.findLast(({ roundId }) => roundId === id)
    return {
      id,
      season_id: seasonId,
      sport_name: round.sportName,
      pick_type: round.pickType,
      picks_max: round.picksMax,
      slot_names: round.slotNames ?? null,
      email_message: round.emailMessage,
      locks_at: round.locksAt,
      lock_position: round.lockPosition ?? null,
      time_zone: round.timeZone,
      calendar_uid: notes.calendarUid,
      calendar_sequence: notes.calendarSequence,
      teams: round.teams,
      weight: round.weight,
      tie_break_question: round.tieBreak?.question ?? null,
      tie_break_unit: round.tieBreak?.unit ?? null,
      tie_break_answer: round.answer ?? null,
      opens_at: round.opening?.opensAt ?? null,
      opening_failed: round.opening?.failed ?? null,
      status: round.status,
      places,
      placements,
      last_result: last === undefined ? null : outcomeOf(last.result),
      unlocked_at: notes.unlockedAt,
      corrected_at: notes.corrected?.at ?? null,
      correction_reason: notes.corrected?.reason ?? null,
      cancelled_at: round.cancelledAt,
      cancelled_reason: notes.cancelledReason,
      deleted_at: round.deletedAt,
      created_at: notes.createdAt,
      updated_at: notes.updatedAt,
    }
  })
}

const NO_RESULT: RoundResult = { places: {}, placements: [] }

const outcomeOf = ({ places, placements }: RoundResult) => ({
  places,
  placements: placements
    .filter(({ placement }) => placement !== 'none')
    .toSorted((left, right) => left.playerId - right.playerId),
})
