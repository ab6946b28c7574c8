import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { digestOf } from '../../platform/event-store/event-digest.ts'
import type { RecordedEvent } from '../../platform/event-store/event-store.ts'
import { upcastingStore } from '../../platform/event-store/upcasting.ts'
import { VERSION } from '../../platform/version.ts'
import { readSchema } from '../../projections/engine/checkpoint.ts'
import { boardsForTest } from '../support/boards.ts'
import { settableClock } from '../support/clock.ts'
import { EVENT_TYPES, problemsOfLog } from '../support/event-types.ts'
import { appendEveryEvent, CUP } from '../support/every-event.ts'
import { embeddedLog, type LogForTest, wholeLog } from '../support/log.ts'
import { createMemoryEventStore } from '../support/memory-event-store.ts'
import { replayInto } from '../support/replay-into.ts'

// A log of each release, as it was written then, and the board that followed from it. Never made again: a release adds its
// own with `FREEZE=true npx vitest run tests/projections/frozen-log.test.ts --update`.

const FOLDER = join(import.meta.dirname, '../fixtures')

if (process.env.FREEZE === 'true') await freeze(join(FOLDER, `log-${VERSION}.ndjson`))

const logs = readdirSync(FOLDER).filter((name) => name.endsWith('.ndjson'))

test('there is a frozen log', () => expect(logs).not.toEqual([]))

describe.each(logs)('the log of a release, %s', (name) => {
  let log: LogForTest
  const frozen = () =>
    readFileSync(join(FOLDER, name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line): RecordedEvent => JSON.parse(line))

  beforeAll(async () => {
    log = await embeddedLog()
    for (const { stream, revision, id, type, data, metadata } of frozen()) {
      const expected = revision === 0 ? 'no_stream' : revision - 1
      await log.store.append(stream, [{ id, type, data, metadata }], expected)
    }
  })
  afterAll(() => log?.close())

  test('holds types of events that are all still known, each in its place', async () => {
    const events = await wholeLog(upcastingStore(log.store))
    expect(events.map(({ type }) => type).filter((type) => !EVENT_TYPES.includes(type))).toEqual([])
    expect(problemsOfLog(events)).toEqual([])
  })

  test('is kept as it was written', async () => {
    const kept = await wholeLog(log.store)
    expect(kept.map(digestOf)).toEqual(frozen().map(digestOf))
  })

  test('replays to the board that it had then', async () => {
    const { kysely } = log.database
    await replayInto(log.database, upcastingStore(log.store), 'frozen')
    const read = readSchema(kysely, 'frozen')
    const boards = boardsForTest({ read })
    const board = await boards.find(CUP, 'admin')
    const standings = JSON.parse(`${board?.body ?? '{}'}`).leaderboard.map(
      ({ userName, rank, totalPoints }: Record<string, unknown>) => ({ userName, rank, totalPoints }),
    )
    await expect(`${JSON.stringify(standings, null, 2)}\n`).toMatchFileSnapshot(
      join(FOLDER, name.replace('.ndjson', '-standings.json')),
    )
  })
})

async function freeze(path: string) {
  if (existsSync(path)) throw new Error(`${path} is frozen already`)
  const store = createMemoryEventStore()
  await appendEveryEvent(store, settableClock('2027-01-10T12:00:00.000Z'))
  const lines = (await wholeLog(store)).map((event) => JSON.stringify(event))
  writeFileSync(path, `${lines.join('\n')}\n`)
}
