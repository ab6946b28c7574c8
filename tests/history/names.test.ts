import { expect, test } from 'vitest'
import { describeHistory } from '../../projections/history/entries.ts'
import { listHistoryRows } from '../../projections/history/rows.ts'
import { caughtUp } from '../support/caught-up.ts'
import { settableClock } from '../support/clock.ts'
import { aLeague } from '../support/league/a-league.ts'
import { schedulerParts } from '../support/scheduler-parts.ts'

const PLAYERS = Array.from({ length: 30 }, (_, index) => `Player ${index + 1}`)

test('a page of history names those who are in it', async () => {
  const parts = await schedulerParts({ clock: settableClock('2027-01-10T12:00:00.000Z') })
  await aLeague()
    .withPlayers(...PLAYERS)
    .withSeason()
    .withRound()
    .in(parts)
  await caughtUp(parts)
  const page = await listHistoryRows(parts.read, { withAdmins: true, playerId: 30 }, 10)
  const entries = await describeHistory(parts.read, async () => false, page)
  expect(entries.map(({ sentence }) => sentence)).toEqual([
    expect.stringContaining('added Player 30 to '),
    expect.stringContaining('added the player Player 30'),
  ])
  await parts.close()
})
