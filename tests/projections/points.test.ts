import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../domain/domain-event.ts'
import type { Instant } from '../../domain/event.ts'
import { DEFAULT_POINTS } from '../../domain/seasons/points.ts'
import { leagueRules } from '../../domain/seasons/rules.ts'
import { factsOf, presentRounds } from '../../domain/seasons/season-past.ts'
import { graphOf, ranksBeforeLastResult, standings } from '../../domain/seasons/standings.ts'
import type { RecordedEvent } from '../../platform/event-store/event-store.ts'
import { createTables, dropSchema } from '../../projections/engine/checkpoint.ts'
import { finishTables } from '../../projections/engine/finish-tables.ts'
import { guessesOf } from '../../projections/points/count-points.ts'
import { findSeasonWithPoints } from '../../projections/points/season-documents.ts'
import { asking } from '../../projections/read-models/asking.ts'
import { countingPicks, countingRows, entriesFrom } from '../../projections/read-models/picks.ts'
import type { Read } from '../../projections/read-models/read-tables.ts'
import { times } from '../deep/depth.ts'
import { guessingHistories, histories, play } from '../domain/histories.ts'
import { caughtUp } from '../support/caught-up.ts'
import { settableClock } from '../support/clock.ts'
import { SOME_METADATA, someEvent } from '../support/events.ts'
import { appendEveryEvent } from '../support/every-event.ts'
import { embeddedLog, type LogForTest, wholeLog } from '../support/log.ts'
import { createMemoryEventStore } from '../support/memory-event-store.ts'
import { tablesOf } from '../support/read-tables.ts'
import { recordedSteps } from '../support/recorded-steps.ts'
import { replayInto } from '../support/replay-into.ts'
import { startProjector } from '../support/start-projector.ts'
import { emptyTables } from './empty-tables.ts'

let log: LogForTest
beforeAll(async () => {
  log = await embeddedLog()
})
afterAll(() => log?.close())

describe('the rows of points', () => {
  test('are the standings of everything that is there, after each event', async () => {
    const { read, take } = await emptyTables(log)
    for (const event of await everyEvent()) {
      await take([event])
      await expectPoints(read, event)
    }
  })

  test('are so in random histories, however many events come at once, and counted at the end of a build', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(histories, guessingHistories),
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1 }),
        async (commands, sizes) => {
          const { store } = await recordedSteps(play(commands).steps)
          const events = await wholeLog(store)
          const { schema, read, take } = await emptyTables(log)
          for (let at = 0, turn = 0; at < events.length; turn += 1) {
            const batch = events.slice(at, at + (sizes[turn % sizes.length] ?? 1))
            await take(batch)
            const last = batch.at(-1)
            if (last) await expectPoints(read, last)
            at += batch.length
          }
          const built = await emptyTables(log, { isBuilding: true })
          const half = Math.floor(events.length / 2)
          for (const part of [events.slice(0, half), events.slice(half)]) {
            await built.take(part)
            await finishTables(log.database, built.schema)
          }
          expect(await tablesOf(log.database.kysely, built.schema)).toEqual(
            await tablesOf(log.database.kysely, schema),
          )
        },
      ),
      { numRuns: times(90) },
    )
  })

  test('tell that a result was corrected there and back, also within one batch', async () => {
    const corrected = (first: string): Happened[] => [
      ['season-1', 'RoundUnlocked', { roundId: 1 }],
      ['season-1', 'RoundCompleted', { roundId: 1, places: { first }, placements: [] }],
    ]
    const pick: Happened = ['pick-1-1', 'PickEntered', { ...PICK, picks: ['Reds'], enteredAt: EARLIER }]
    const events = inLog(pick, ...completedSport, ...corrected('Blues'), ...corrected('Reds'))
    const { schema, read, take } = await emptyTables(log)
    await take(events.slice(0, -4))
    await take(events.slice(-4))
    expect((await rowsIn(read, 1)).standings).toMatchObject([{ total_points: 6, previous_rank: 1 }])
    const slowly = await emptyTables(log)
    for (const event of events) await slowly.take([event])
    expect(await tablesOf(log.database.kysely, schema)).toEqual(
      await tablesOf(log.database.kysely, slowly.schema),
    )
  })

  test('follow the points of the league in each of twelve seasons, but not in one with points of its own', async () => {
    const { read, take } = await emptyTables(log)
    const ids = upTo(13)
    const events = inLog(
      added(1),
      ...ids.flatMap((id): Happened[] => [
        ...completedIn(id, { playerIds: [1], roundIds: [id] }),
        [`pick-${id}-1`, 'PickEntered', { ...PICK, roundId: id, picks: ['Reds'], enteredAt: EARLIER }],
      ]),
      ['season-13', 'SeasonRulesSet', { rules: leagueRules({ points: DEFAULT_POINTS, noPick: 0 }) }],
      ['settings', 'PointsChanged', { points: { ...DEFAULT_POINTS, first: 20 } }],
    )
    const totals = async () => {
      const rows = await read.selectFrom('standings').selectAll().orderBy('season_id').execute()
      return rows.map(({ total_points }) => total_points)
    }
    await take(events.slice(0, -1))
    expect(await totals()).toEqual(ids.map(() => 6))
    await take(events.slice(-1))
    expect(await totals()).toEqual(ids.map((id) => (id === 13 ? 6 : 20)))
  })

  test('take as much room after fifty changes of points as after five', async () => {
    const { schema, read, take } = await emptyTables(log)
    const [playerIds, roundIds] = [upTo(40), upTo(10)]
    const changes = upTo(50).map((count): Happened => {
      const points = { ...DEFAULT_POINTS, first: count % 2 }
      return ['settings', 'PointsChanged', { points }]
    })
    const events = inLog(
      ...playerIds.map(added),
      ...completedIn(1, { playerIds, roundIds }),
      ...roundIds.flatMap((roundId) =>
        playerIds.map((playerId): Happened => {
          const data = { roundId, playerId, picks: ['Reds'], enteredAt: EARLIER }
          return [`pick-${roundId}-${playerId}`, 'PickEntered', data]
        }),
      ),
      ...changes,
    )
    const sizes: number[] = []
    await take(events.slice(0, -50))
    for (const event of events.slice(-50)) {
      await take([event])
      const { rows } = await sql<{ bytes: number }>`
        select pg_total_relation_size(${`${schema}.scores`}::regclass)::integer as bytes`.execute(read)
      sizes.push(rows[0]?.bytes ?? 0)
    }
    expect(sizes[4]).toBeGreaterThan(40_000)
    expect(sizes[49]).toBe(sizes[4])
  })

  test('are counted by a build that goes on where another was cut off', async () => {
    const { kysely } = log.database
    await appendEveryEvent(log.store, settableClock('2027-01-10T12:00:00.000Z'))
    const events = await wholeLog(log.store)
    const { schema, read, take } = await emptyTables(log, { isBuilding: true })
    await take(events.slice(0, events.length - 20))
    expect(await read.selectFrom('scores').selectAll().execute()).toEqual([])
    expect(await read.selectFrom('boards').select('points_due').distinct().execute()).toContainEqual({
      points_due: true,
    })
    const projector = await startProjector({ ...log, onError: console.error, schema })
    await projector.stop()
    await replayInto(log.database, log.store, 'replay')
    const tables = await tablesOf(kysely, schema)
    expect(tables.scores?.length).toBeGreaterThan(5)
    expect(tables).toEqual(await tablesOf(kysely, 'replay'))
  })

  test('are counted in tables that were put back to the start of their build under a running projector', async () => {
    const own = await embeddedLog()
    const { kysely } = own.database
    await appendEveryEvent(own.store, settableClock('2027-01-10T12:00:00.000Z'))
    const schema = 'put_back'
    const projector = await startProjector({ ...own, onError: console.error, schema })
    const before = await tablesOf(kysely, schema)
    expect(before.scores?.length).toBeGreaterThan(5)
    await dropSchema(kysely, schema)
    await createTables(own.database, schema)
    const pick = someEvent({ ...PICK, roundId: 999, picks: ['Reds'], submittedAt: LATER })
    await own.store.append('pick-999-1', [{ ...pick, type: 'PickSubmitted' }], 'any')
    await caughtUp({ projector, store: own.store })
    const { standings, scores } = await tablesOf(kysely, schema)
    expect({ standings, scores }).toEqual({ standings: before.standings, scores: before.scores })
    await projector.stop()
    await own.close()
  })
})

const EARLIER = '2027-01-31T18:00:00.000Z'
const LOCKS_AT = '2027-02-01T18:00:00.000Z'
const LATER = '2027-02-02T18:00:00.000Z'
const SPORT = {
  ...{ sportName: 'Final', pickType: 'single', picksMax: 1, emailMessage: null },
  ...{ locksAt: LOCKS_AT, timeZone: 'UTC', teams: ['Reds', 'Blues'] },
}

type Happened = [stream: string, type: DomainEvent['type'], data: object, at?: Instant]

const PICK = { roundId: 1, playerId: 1 }

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const added = (playerId: number): Happened => [
  `player-${playerId}`,
  'PlayerAdded',
  { playerId, name: `Player ${playerId}`, email: null },
]

/** A season whose sports have all been won by the Reds. */
function completedIn(
  seasonId: number,
  { playerIds, roundIds }: { playerIds: number[]; roundIds: number[] },
): Happened[] {
  const stream = `season-${seasonId}`
  const season = { seasonId, name: 'Cup', yearStart: 2027, yearEnd: 2027, commissioner: null }
  return [
    [stream, 'SeasonCreated', season],
    ...playerIds.map((playerId): Happened => [stream, 'ParticipantAdded', { playerId }]),
    ...roundIds.flatMap((roundId): Happened[] => [
      [stream, 'RoundCreated', { ...SPORT, roundId, seasonId }],
      [stream, 'RoundActivated', { roundId, recipients: playerIds }],
      [stream, 'RoundLocked', { roundId }],
      [stream, 'RoundCompleted', { roundId, places: { first: 'Reds' }, placements: [] }],
    ]),
  ]
}

const completedSport = [added(1), ...completedIn(1, { playerIds: [1], roundIds: [1] })]

const inLog = (...happened: Happened[]): RecordedEvent[] =>
  happened.map(([stream, type, data, occurredAt = EARLIER], index) => ({
    ...someEvent(data),
    ...{ stream, type, revision: index, metadata: { ...SOME_METADATA, occurredAt } },
    position: String(index + 1).padStart(19, '0'),
    recordedAt: EARLIER,
  }))

async function everyEvent(): Promise<RecordedEvent[]> {
  const store = createMemoryEventStore()
  await appendEveryEvent(store, settableClock('2027-01-10T12:00:00.000Z'))
  return wholeLog(store)
}

async function expectPoints(read: Read, { type }: RecordedEvent) {
  const boards = await read.selectFrom('boards').selectAll().orderBy('season_id').execute()
  for (const { season_id, moved_by_correction, points_due } of boards) {
    expect(points_due).toBe(false)
    const rows = await rowsIn(read, season_id)
    expect({ ...rows, movedByCorrection: moved_by_correction }, `${season_id} after ${type}`).toEqual(
      await rowsExpected(read, season_id),
    )
  }
  const ids = boards.map(({ season_id }) => season_id)
  expect(await countOutside(read, ids), `rows of purged seasons after ${type}`).toBe(0)
}

async function rowsIn(read: Read, seasonId: number) {
  const of = (table: 'standings' | 'scores') =>
    read.selectFrom(table).selectAll().where('season_id', '=', seasonId)
  return {
    standings: await of('standings').orderBy('player_id').execute(),
    scores: (
      await read
        .selectFrom('scores')
        .selectAll()
        .where('season_id', '=', seasonId)
        .orderBy('number')
        .orderBy('player_id')
        .execute()
    ).map(({ entered, ...row }) => ({ ...row, isEntered: entered !== null })),
  }
}

/** Out of everything that the other tables hold. */
async function rowsExpected(read: Read, seasonId: number) {
  const season = await findSeasonWithPoints(asking(read), seasonId)
  if (season === null) return { standings: [], scores: [], movedByCorrection: false }
  const rounds = presentRounds(season.today)
  const picks = await countingPicks(read, rounds)
  const entered = entriesFrom(await countingRows(read, rounds))
  const made = new Map(picks.map((pick) => [`${pick.round_id} ${pick.player_id}`, pick]))
  const facts = factsOf(season.today, rounds, {
    players: season.players,
    picksOf: (roundId, playerId) => made.get(`${roundId} ${playerId}`)?.picks ?? null,
    guessOf: await guessesOf(asking(read), rounds),
  })
  const { results } = season.today
  const table = standings(facts)
  const before = ranksBeforeLastResult(facts, results)
  const series = graphOf(facts, table)
  const completed = facts.rounds.filter(({ scored }) => scored !== null)
  return {
    standings: table
      .map(({ playerId, rank, totalPoints, decidedBy }) => ({
        season_id: seasonId,
        player_id: playerId,
        rank,
        previous_rank: before.ranks.get(playerId) ?? null,
        total_points: totalPoints,
        decided_by: decidedBy ?? null,
      }))
      .sort((left, right) => left.player_id - right.player_id),
    scores: completed.flatMap(({ roundId }, index) =>
      table
        .map(({ playerId, scores }) => ({
          season_id: seasonId,
          round_id: roundId,
          player_id: playerId,
          number: index + 1,
          picks: facts.picksOf(roundId, playerId),
          place: scores.get(roundId)?.place ?? null,
          points: scores.get(roundId)?.points ?? null,
          dropped: scores.get(roundId)?.dropped ?? false,
          running_total: series.find((one) => one.playerId === playerId)?.points[index]?.points ?? 0,
          isEntered: entered(roundId, playerId) !== null,
        }))
        .sort((left, right) => left.player_id - right.player_id),
    ),
    movedByCorrection: before.byCorrection,
  }
}

async function countOutside(read: Read, seasonIds: readonly number[]): Promise<number> {
  const outside = (table: 'standings' | 'scores') =>
    read
      .selectFrom(table)
      .select(sql<number>`count(*)::integer`.as('count'))
      .$if(seasonIds.length > 0, (query) => query.where('season_id', 'not in', [...seasonIds]))
      .executeTakeFirstOrThrow()
  return (await outside('standings')).count + (await outside('scores')).count
}
