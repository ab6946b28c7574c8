import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { player } from '../../domain/players/player.ts'
import { standings } from '../../domain/seasons/standings.ts'
import { findHall, keptHall } from '../../projections/boards/hall.ts'
import { depth } from '../deep/depth.ts'
import { histories, play } from '../domain/histories.ts'
import { factsIn, type Log, playerIds, seasonIds, seasonInLog, stateIn } from '../domain/log-in-memory.ts'
import { embeddedLog, type LogForTest, wholeLog } from '../support/log.ts'
import { recordedSteps } from '../support/recorded-steps.ts'
import { emptyTables } from './empty-tables.ts'

let log: LogForTest
beforeAll(async () => {
  log = await embeddedLog()
})
afterAll(() => log?.close())

/** By the domain alone, season after season. */
function countedIn(log: Log) {
  const present = seasonIds.filter((id) => {
    const season = seasonInLog(log, id)
    return 'deletedAt' in season && season.deletedAt === null
  })
  const tables = present.map((id) => standings(factsIn(log, id)))
  return playerIds.flatMap((playerId) => {
    const own = tables.flatMap((table) => table.filter((row) => row.playerId === playerId))
    // Only a player without picks can be deleted.
    if (own.length === 0 || stateIn(log, player, playerId).status === 'removed') return []
    const firsts = own.flatMap(({ scores }) => [...scores.values()].filter(({ place }) => place === 'first'))
    return {
      ...{ playerId, seasons: own.length, championsCalled: firsts.length },
      totalPoints: own.reduce((sum, { totalPoints }) => sum + totalPoints, 0),
    }
  })
}

test('the all-time total of each player is the sum of the season boards, in random histories', async () => {
  await fc.assert(
    fc.asyncProperty(histories, fc.integer({ min: 1, max: 12 }), async (commands, size) => {
      const played = play(commands)
      const events = await wholeLog((await recordedSteps(played.steps)).store)
      const { read, take } = await emptyTables(log, { isBuilding: false })
      const hall = keptHall(read)
      for (let at = 0; at < events.length; at += size) {
        await take(events.slice(at, at + size))
        // What is kept is what the tables say.
        expect(await hall()).toEqual(await findHall(read))
      }
      const rows = (await hall()).everybody.map(({ playerId, seasons, championsCalled, totalPoints }) => ({
        ...{ playerId, seasons, championsCalled, totalPoints },
      }))
      expect(rows.toSorted((one, other) => one.playerId - other.playerId)).toEqual(countedIn(played.log))
    }),
    { numRuns: depth({ gate: 6, deep: 100 }) },
  )
})
