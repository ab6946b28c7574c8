import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boardJson } from '../../api/presenters/leaderboards.ts'
import type { Standing } from '../../domain/seasons/standings.ts'
import { loadSeason } from '../../projections/boards/season-facts.ts'
import { readSchema } from '../../projections/engine/checkpoint.ts'
import { loadRecord, pastsAt, type SeasonRecord, seasonAt } from '../../projections/past/season-past.ts'
import { times } from '../deep/depth.ts'
import { guessingHistories, histories, play, type Step } from '../domain/histories.ts'
import { type Log, seasonIds } from '../domain/log-in-memory.ts'
import { naiveTable } from '../domain/naive-count.ts'
import { embeddedLog, type LogForTest } from '../support/log.ts'
import { recordedSteps } from '../support/recorded-steps.ts'
import { replayInto } from '../support/replay-into.ts'

const RUNS = times(24)

let log: LogForTest
beforeAll(async () => {
  log = await embeddedLog()
})
afterAll(() => log?.close())

test('at each position of a random history the standings are those of a replay up to it', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(fc.oneof(histories, guessingHistories), async (commands) => {
      const { steps, log: whole } = play(commands)
      const { read, store, positions } = await projected(steps)
      for (const seasonId of seasonIds) {
        const record = await loadRecord({ read, store }, seasonId)
        if (!record) continue
        for (const [index, step] of steps.entries()) {
          const season = await seasonAt(read, record, { position: positions[index] ?? '' })
          expect(totals(season.table)).toEqual(replayed(step.after, whole, seasonId, record))
          compared += 1
        }
      }
    }),
    { numRuns: RUNS },
  )
  expect(compared).toBeGreaterThan(RUNS * 20)
})

test('folded once for many places, the season is at each as it is by itself', async () => {
  let inactive = 0
  await fc.assert(
    fc.asyncProperty(histories, async (commands) => {
      const { read, store, positions } = await projected(play(commands).steps)
      for (const seasonId of seasonIds) {
        const record = await loadRecord({ read, store }, seasonId)
        if (!record) continue
        const past = pastsAt(record, positions.toReversed())
        for (const position of positions)
          expect(past(position)).toEqual(pastsAt(record, [position])(position))
        inactive += [...record.players.values()].flatMap(({ activity }) => activity).length
      }
    }),
    { numRuns: 2 * RUNS },
  )
  expect(inactive).toBeGreaterThan(0)
})

test('now, and at the head by both readings, it is the leaderboard of today', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(histories, guessingHistories), async (commands) => {
      const { steps } = play(commands)
      const { read, store, positions } = await projected(steps)
      const position = positions.at(-1) ?? ''
      for (const seasonId of seasonIds) {
        const record = await loadRecord({ read, store }, seasonId)
        const loaded = await loadSeason(read, seasonId)
        if (!record || !loaded) continue
        const board = boardJson({ ...loaded, marks: () => [] }, 'public')
        for (const moment of ['now', { position }, { corrected: position }] as const) {
          const season = await seasonAt(read, record, moment)
          expect(boardJson(season, 'public')).toEqual(board)
        }
      }
    }),
    { numRuns: RUNS },
  )
})

let schemas = 0

/** The history in read tables of its own, and the position behind each step. */
async function projected(steps: readonly Step[]) {
  const { store, positions } = await recordedSteps(steps)
  schemas += 1
  const schema = `past_${schemas}`
  await replayInto(log.database, store, schema)
  return { read: readSchema(log.database.kysely, schema), store, positions }
}

/** Counted from the bare events up to there. What was deleted for ever, and who was removed, is gone from the past too. */
function replayed(until: Log, whole: Log, seasonId: number, { players }: SeasonRecord) {
  const purged = [...whole.values()]
    .flat()
    .flatMap((event) => (event.type === 'RoundPurged' ? event.data.roundId : []))
  const kept = [...until].map(
    ([stream, events]) =>
      [stream, events.filter(({ data }) => !('roundId' in data && purged.includes(data.roundId)))] as const,
  )
  return naiveTable(new Map(kept), seasonId, (playerId) => players.has(playerId))
}

const totals = (table: readonly Standing[]) =>
  new Map(table.map(({ playerId, totalPoints: total, rank }) => [playerId, { total, rank }]))
