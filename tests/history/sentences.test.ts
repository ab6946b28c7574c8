import { expect, test } from 'vitest'
import { readSchema } from '../../projections/engine/checkpoint.ts'
import { READ_SCHEMA } from '../../projections/engine/version.ts'
import { describeHistory } from '../../projections/history/entries.ts'
import { listHistoryRows } from '../../projections/history/rows.ts'
import { settableClock } from '../support/clock.ts'
import { appendEveryEvent } from '../support/every-event.ts'
import { embeddedLog } from '../support/log.ts'
import { startProjector } from '../support/start-projector.ts'

// The sentences are compared with recorded ones; those of commands are with the golden answers, in tests/api. `npm test -- tests/api/golden tests/history --update` records them again; the diff is the review.

test('every type of event has its sentence', async () => {
  const clock = settableClock('2027-01-10T12:00:00.000Z')
  const { database, store, close } = await embeddedLog()
  await appendEveryEvent(store, clock)
  const projector = await startProjector({ database, store, onError: console.error })
  const read = readSchema(database.kysely, READ_SCHEMA)
  const rows = await listHistoryRows(read, { withAdmins: true }, 10_000)
  const entries = (await describeHistory(read, async () => false, rows)).toReversed()
  await projector.stop()
  await close()

  const byType = new Map(entries.toReversed().map((entry) => [entry.type, entry]))
  const described = [...byType].sort(([left], [right]) => left.localeCompare(right))
  const text = described.map(([type, { sentence }]) => `${type}\n  ${sentence}\n`).join('')
  expect(text).not.toMatch(/undefined|null|NaN|\[object|no words for| {3}/)
  // Of each type one is recorded, and of a lock the one by hand.
  expect(entries.map(({ sentence }) => sentence).join('\n')).toMatch(/locked Football at its lock time/)
  await expect(text).toMatchFileSnapshot('golden/sentences-of-events.txt')
})
