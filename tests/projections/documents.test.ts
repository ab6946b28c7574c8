import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin } from '../../domain/admins/admin.ts'
import { AGGREGATES } from '../../domain/aggregates.ts'
import type { DomainEvent } from '../../domain/domain-event.ts'
import { player } from '../../domain/players/player.ts'
import { notices } from '../../domain/rounds/asking.ts'
import type { Placement, RoundDetails } from '../../domain/rounds/round.ts'
import { seasonStream } from '../../domain/seasons/season-stream.ts'
import { settings } from '../../domain/settings/settings.ts'
import { streamIdOf } from '../../domain/stream-id.ts'
import type { RecordedEvent } from '../../platform/event-store/event-store.ts'
import { ONLY } from '../../projections/read-models/documents.ts'
import { findDocument, listDocuments } from '../../projections/read-models/find-documents.ts'
import type { Read } from '../../projections/read-models/read-tables.ts'
import { indexOf } from '../../projections/read-models/season-document.ts'
import { depth } from '../deep/depth.ts'
import { guessingHistories, histories, play } from '../domain/histories.ts'
import { settableClock } from '../support/clock.ts'
import { someEvent } from '../support/events.ts'
import { appendEveryEvent } from '../support/every-event.ts'
import { embeddedLog, type LogForTest, wholeLog } from '../support/log.ts'
import { createMemoryEventStore } from '../support/memory-event-store.ts'
import { recordedSteps } from '../support/recorded-steps.ts'
import { emptyTables } from './empty-tables.ts'

let log: LogForTest
beforeAll(async () => {
  log = await embeddedLog()
})
afterAll(() => log?.close())

describe('documents', () => {
  test('hold what their streams add up to, after each event', async () => {
    const { read, take } = await emptyTables(log, { isBuilding: true })
    const streams = streamsFolded()
    for (const event of await everyEvent()) {
      await take([event])
      streams.take(event)
      await expectDocuments(read, streams)
    }
  })

  test('do so in random histories, however many events come at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(histories, guessingHistories),
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1 }),
        async (commands, sizes) => {
          const { store } = await recordedSteps(play(commands).steps)
          const events = await wholeLog(store)
          const { read, take } = await emptyTables(log, { isBuilding: true })
          const streams = streamsFolded()
          for (let at = 0, turn = 0; at < events.length; turn += 1) {
            const batch = events.slice(at, at + (sizes[turn % sizes.length] ?? 1))
            await take(batch)
            for (const event of batch) streams.take(event)
            await expectDocuments(read, streams)
            at += batch.length
          }
          const whole = await emptyTables(log, { isBuilding: true })
          await whole.take(events)
          expect(await textsIn(read)).toEqual(await textsIn(whole.read))
        },
      ),
      { numRuns: depth({ gate: 3, deep: 60 }) },
    )
  })

  test('take texts with the sign U+0000 and with half a surrogate', async () => {
    const teams = ['Re\u0000ds', 'Blues \ud800']
    const { read, take } = await emptyTables(log, { isBuilding: true })
    await take(inStreamOfSeason(seasonCreated, roundCreated(1, { teams })))
    const season = await findDocument(read, 'season', 1)
    expect(season?.rounds.get(1)).toMatchObject({ teams })
  })

  test('of a season of 40 write-in sports, with 200 placements corrected once each, stay below 150 KB', async () => {
    const { read, take } = await emptyTables(log, { isBuilding: true })
    await take(inStreamOfSeason(...correctedSeason({ players: 200, rounds: 40 })))
    const { rows } = await sql<{ bytes: number }>`
      select octet_length(state::text) as bytes from ${read.selectFrom('documents').selectAll().as('all')}
      where kind = 'season'`.execute(read)
    expect(rows[0]?.bytes).toBeGreaterThan(40_000)
    expect(rows[0]?.bytes).toBeLessThan(150_000)
  })
})

async function everyEvent(): Promise<RecordedEvent[]> {
  const store = createMemoryEventStore()
  await appendEveryEvent(store, settableClock('2027-01-10T12:00:00.000Z'))
  return wholeLog(store)
}

type Streams = ReturnType<typeof streamsFolded>

/** What the streams add up to, by the domain alone. */
function streamsFolded() {
  const states = new Map<string, unknown>()
  return {
    take: (event: RecordedEvent) => {
      const { stream } = event
      const { initial, evolve } = AGGREGATES[streamIdOf(stream).kind]
      states.set(stream, evolve((states.get(stream) ?? initial) as never, event as never))
    },
    stateOf: (stream: string) => states.get(stream),
  }
}

async function expectDocuments(read: Read, streams: Streams) {
  const indexes = await listDocuments(read, 'round')
  for (const [id, season] of await listDocuments(read, 'season')) {
    expect(season, `season ${id}`).toStrictEqual(streams.stateOf(seasonStream.stream(id)))
    for (const [roundId, round] of season.rounds) {
      expect(indexes.get(roundId) ?? null, `round ${roundId}`).toEqual(indexOf(round))
    }
  }
  for (const [id, { done }] of await listDocuments(read, 'notices')) {
    expect(streams.stateOf(notices.stream(id)), `notices ${id}`).toMatchObject({ done })
  }
  for (const [id, document] of await listDocuments(read, 'player')) {
    if (document.activity.some(({ position }) => position === '')) continue
    expect(document, `player ${id}`).toStrictEqual(streams.stateOf(player.stream(id)))
  }
  for (const [id, document] of await listDocuments(read, 'admin')) {
    expect(document, `admin ${id}`).toStrictEqual(streams.stateOf(admin.stream(id)))
  }
  const found = await findDocument(read, 'settings', ONLY)
  if (found) expect(found).toEqual(streams.stateOf(settings.stream()))
}

async function textsIn(read: Read): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', kind, id, position, due_at, state) as text
    from ${read.selectFrom('documents').selectAll().as('all')} order by kind, id`.execute(read)
  return rows.map(({ text }) => text)
}

type Happened = { type: DomainEvent['type']; data: object }

const seasonCreated: Happened = {
  type: 'SeasonCreated',
  data: { seasonId: 1, name: 'Cup', yearStart: 2027, yearEnd: 2027, commissioner: null },
}

function roundCreated(roundId: number, details: Partial<RoundDetails>): Happened {
  const data = {
    sportName: `Championship ${roundId}`,
    pickType: 'single',
    picksMax: 1,
    emailMessage: null,
    locksAt: '2027-02-01T18:00:00.000Z',
    timeZone: 'UTC',
    teams: [],
    ...details,
    roundId,
    seasonId: 1,
  }
  return { type: 'RoundCreated', data }
}

/** Everybody is placed in every sport, and once more in a correction. */
function correctedSeason({ players, rounds }: { players: number; rounds: number }): Happened[] {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  const completed = (roundId: number, placement: Placement['placement']): Happened => {
    const placements = ids(players).map((playerId) => ({ playerId, placement }))
    return { type: 'RoundCompleted', data: { roundId, places: {}, placements } }
  }
  return [
    seasonCreated,
    ...ids(players).map((playerId): Happened => ({ type: 'ParticipantAdded', data: { playerId } })),
    ...ids(rounds).flatMap((roundId): Happened[] => [
      roundCreated(roundId, { pickType: 'multiple', picksMax: 3 }),
      { type: 'RoundActivated', data: { roundId, recipients: ids(players) } },
      { type: 'RoundLocked', data: { roundId } },
      completed(roundId, 'none'),
      { type: 'RoundUnlocked', data: { roundId } },
      completed(roundId, 'first'),
    ]),
  ]
}

const inStreamOfSeason = (...events: Happened[]): RecordedEvent[] =>
  events.map(({ type, data }, index) => ({
    ...someEvent(data),
    type,
    stream: 'season-1',
    revision: index,
    position: String(index + 1).padStart(19, '0'),
    recordedAt: '2027-01-10T12:00:00.000Z',
  }))
