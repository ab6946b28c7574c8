import { setImmediate } from 'node:timers/promises'
import { effectSentence } from '../../domain/record/effect-sentence.ts'
import { factsOf, roundsInPlay, type SeasonPast, seasonPast } from '../../domain/seasons/season-past.ts'
import { type Standing, standings } from '../../domain/seasons/standings.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import type { Read } from '../engine/read-model.ts'
import { positionBefore } from '../history/rows.ts'
import type { HistoryRow } from '../read-models/history.ts'
import { countingPicks, lastVersions } from '../read-models/picks.ts'
import { lastOf, type RecordEntry } from './public-record.ts'
import { guessesIn, lookup } from './season-facts.ts'
import type { SeasonRecord } from './season-past.ts'

/** What each of the entries made of points and ranks, by its id; missing where nothing can follow from it. */
export async function effectsOf(
  read: Read,
  record: SeasonRecord,
  entries: readonly RecordEntry[],
): Promise<Map<string, string>> {
  const moving = entries.filter((entry) => canTell(record, entry))
  const points = await Promise.all(
    moving.map(async (entry) => ({
      entry,
      before: await positionBefore(read, entry.rows[0].position),
      after: lastOf(entry).position,
    })),
  )
  const past = pastsAt(
    record,
    points.flatMap(({ before, after }) => [before, after]),
  )
  const picks = await picksOfRecord(read, record)
  const sentences = new Map<string, string>()
  for (const { entry, before, after } of points) {
    const [was, is] = [past(before), past(after)]
    // Without a result everybody has nothing, whatever the rules are.
    if (![was, is].some(hasResult)) continue
    const tables = [await tableAt(was, before), await tableAt(is, after)] as const
    sentences.set(lastOf(entry).event_id, effectSentence(...tables))
    // Picks must be let in between.
    await setImmediate()
  }
  return sentences

  async function tableAt(of: SeasonPast, position: Position): Promise<Standing[]> {
    const rounds = roundsInPlay(of, LAST_INSTANT)
    const picksOf = await picks(
      rounds.flatMap(({ roundId: id, locksAt, status }) => (status === 'completed' ? { id, locksAt } : [])),
      position,
    )
    const facts = factsOf(of, rounds, { picksOf, nameOf: (playerId) => record.names.get(playerId) })
    return standings({ ...facts, guessOf: await guessesIn(read, facts.rounds, position) })
  }
}

/** Only what is completed scores, whatever time it is. */
const LAST_INSTANT = '9999-12-31T23:59:59.999Z'

/** Of a sport that is deleted for ever no points are known any more. */
const canTell = ({ today }: SeasonRecord, { deeds, rows }: RecordEntry) =>
  deeds.some(({ moves }) => moves) &&
  rows.every(({ round_id, kind }: HistoryRow) => kind !== 'sports' || today.rounds.has(round_id ?? 0))

const hasResult = ({ rounds }: SeasonPast) =>
  [...rounds.values()].some((state) => state.status === 'completed' && state.deletedAt === null)

/** The season as its events stood at each of these positions, folded once. */
function pastsAt({ timeline }: SeasonRecord, positions: readonly Position[]) {
  const pasts = new Map<Position, SeasonPast>()
  let past = seasonPast([])
  let from = 0
  for (const position of [...new Set(positions)].sort()) {
    const found = timeline.findIndex((entry) => entry.position > position)
    const until = found === -1 ? timeline.length : found
    past = seasonPast(timeline.slice(from, until), past)
    from = until
    pasts.set(position, past)
  }
  return (position: Position) => pasts.get(position) ?? past
}

type CompletedRound = { id: number; locksAt: string }

/** What counted at a position. What has not changed since is read once for all of them. */
async function picksOfRecord(read: Read, { today }: SeasonRecord) {
  const locks = [...today.rounds.values()].flatMap((state) =>
    'locksAt' in state ? { id: state.roundId, locksAt: state.locksAt } : [],
  )
  const locksNow = new Map(locks.map(({ id, locksAt }) => [id, locksAt]))
  const last = await lastVersions(
    read,
    locks.map(({ id }) => id),
  )
  const now = lookup(await countingPicks(read, locks))
  return async (rounds: readonly CompletedRound[], until: Position) => {
    const others = rounds.filter(
      ({ id, locksAt }) => locksNow.get(id) !== locksAt || (last.get(id) ?? '') > until,
    )
    if (others.length === 0) return now
    const ids = new Set(others.map(({ id }) => id))
    const then = lookup(await countingPicks(read, others, until))
    return (roundId: number, playerId: number) => (ids.has(roundId) ? then : now)(roundId, playerId)
  }
}
