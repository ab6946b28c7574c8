import { expect, test } from 'vitest'
import type { Read } from '../../projections/engine/read-model.ts'
import { describeHistory } from '../../projections/history/entries.ts'
import { openNames } from '../../projections/history/names.ts'
import { listHistoryRows } from '../../projections/history/rows.ts'
import { openChronicle } from '../../projections/past/chronicle.ts'
import { caughtUp } from '../support/caught-up.ts'
import { settableClock } from '../support/clock.ts'
import { aLeague } from '../support/league/a-league.ts'
import { schedulerParts } from '../support/scheduler-parts.ts'

const PLAYERS = Array.from({ length: 30 }, (_, index) => `Player ${index + 1}`)

test('a page of history asks for the names that it tells, and for each stream once', async () => {
  const parts = await schedulerParts({ clock: settableClock('2027-01-10T12:00:00.000Z') })
  await aLeague()
    .withPlayers(...PLAYERS)
    .withSeason()
    .withRound()
    .in(parts)
  const { read, rows } = countingRows(parts.read)
  const streams: string[] = []
  const store = {
    read: (stream: string) => {
      streams.push(stream)
      return parts.store.read(stream)
    },
  }
  await caughtUp(parts)
  const page = await listHistoryRows(parts.read, { withAdmins: true, playerId: 30 }, 10)
  const names = openNames(read, openChronicle(store))
  const entries = await describeHistory(names, async () => false, page)
  expect(entries.map(({ sentence }) => sentence)).toEqual([
    expect.stringContaining('added Player 30 to '),
    expect.stringContaining('added the player Player 30'),
  ])
  expect(rows()).toBeLessThan(5)
  // No table has this admin, so the log is asked.
  expect(streams).toEqual(['season-1', 'player-30', 'admin-1'])
  await parts.close()
})

/** How many rows the tables have answered. */
function countingRows(read: Read): { read: Read; rows: () => number } {
  let count = 0
  const counting = read.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      count += result.rows.length
      return result
    },
  })
  return { read: counting, rows: () => count }
}
