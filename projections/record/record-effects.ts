import { setImmediate } from 'node:timers/promises'
import { effectSentence } from '../../domain/record/effect-sentence.ts'
import type { PresentRound } from '../../domain/rounds/round.ts'
import { factsOf, presentRounds, type SeasonPast } from '../../domain/seasons/season-past.ts'
import { roundIn } from '../../domain/seasons/season-stream.ts'
import { type SeasonFacts, type Standing, standings } from '../../domain/seasons/standings.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import { pastsAt, positionBefore, type SeasonRecord } from '../past/season-past.ts'
import { guessesOf } from '../points/count-points.ts'
import { asking } from '../read-models/asking.ts'
import type { HistoryRow } from '../read-models/history.ts'
import { countingRows, lastVersions, picksFrom } from '../read-models/picks.ts'
import type { Read } from '../read-models/read-tables.ts'
import { lastOf, type RecordEntry } from './public-record.ts'

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
  const tables = new Map<SeasonPast, Promise<Standing[]>>()
  for (const { entry, before, after } of points) {
    const [was, is] = [past(before), past(after)]
    // Without a result everybody has nothing, whatever the rules are.
    if (![was, is].some(hasResult)) continue
    const tables = [await tableAt(was, before), await tableAt(is, after)] as const
    sentences.set(lastOf(entry).event_id, effectSentence(...tables))
    await setImmediate()
  }
  return sentences

  function tableAt(of: SeasonPast, position: Position): Promise<Standing[]> {
    const rounds = presentRounds(of)
    const completed = rounds.filter(({ status }) => status === 'completed')
    const others = picks.changedSince(completed, position)
    const known = others.length === 0 ? tables.get(of) : undefined
    if (known) return known
    const made = tableFrom(of, rounds, others, position)
    if (others.length === 0) tables.set(of, made)
    return made
  }

  async function tableFrom(
    of: SeasonPast,
    rounds: readonly PresentRound[],
    others: readonly PresentRound[],
    position: Position,
  ): Promise<Standing[]> {
    const facts = factsOf(of, rounds, {
      picksOf: await picks.at(others, position),
      guessOf: await guessesOf(asking(read), rounds, position),
      players: record.players,
      until: position,
    })
    return standings(facts)
  }
}

const canTell = ({ today }: SeasonRecord, { deeds, rows }: RecordEntry) =>
  deeds.some(({ changesPoints }) => changesPoints) &&
  rows.every(
    ({ round_id, kind }: HistoryRow) => kind !== 'sports' || 'locksAt' in roundIn(today, round_id ?? 0),
  )

const hasResult = ({ rounds }: SeasonPast) =>
  [...rounds.values()].some((state) => state.status === 'completed' && state.deletedAt === null)

async function picksOfRecord(read: Read, { today }: SeasonRecord) {
  const rounds = [...today.rounds.values()].filter((state) => 'locksAt' in state)
  const locksNow = new Map(rounds.map((round) => [round.roundId, countedBy(round)]))
  const last = await lastVersions(read, [...locksNow.keys()])
  const picksNow = picksFrom(await countingRows(read, rounds), rounds)
  return {
    changedSince: (some: readonly PresentRound[], until: Position) =>
      some.filter(
        (round) =>
          locksNow.get(round.roundId) !== countedBy(round) || (last.get(round.roundId) ?? '') > until,
      ),
    at: async (others: readonly PresentRound[], until: Position): Promise<SeasonFacts['picksOf']> => {
      const picksThen = picksFrom(await countingRows(read, others, until), others)
      const ids = new Set(others.map(({ roundId }) => roundId))
      return (...cell) => (ids.has(cell[0]) ? picksThen : picksNow)(...cell)
    },
  }
}

/** What decides which picks count, and what they say. */
const countedBy = ({ locksAt, lockPosition = '', teamRenames = [] }: PresentRound) =>
  `${locksAt} ${lockPosition} ${teamRenames.length}`
