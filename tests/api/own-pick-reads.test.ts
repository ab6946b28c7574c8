import { expect, test } from 'vitest'
import { ownPick } from '../../api/answers/own-pick.ts'
import type { Services } from '../../api/server/services.ts'
import { round } from '../../domain/rounds/round.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { makeBoardCache } from '../../projections/queries/board-cache.ts'
import { settableClock } from '../support/clock.ts'
import { aLeague } from '../support/league/a-league.ts'
import { commandsOn, lockedNow } from '../support/league/commands.ts'
import { createMemoryEventStore } from '../support/memory-event-store.ts'

test('the events of a season are read once, however many open their pick page, and again after the next', async () => {
  let readWhole = 0
  const memory = createMemoryEventStore()
  const store: EventStore = {
    ...memory,
    read: (stream, from) => {
      if (stream === 'season-1' && !from) readWhole += 1
      return memory.read(stream, from)
    },
  }
  const clock = settableClock('2027-01-10T12:00:00.000Z')
  const commands = commandsOn(store, clock)
  await aLeague()
    .withPlayers('Ann', 'Bob', 'Cleo')
    .withSeason()
    .withRound()
    .in({ ...commands, store })
  const boards = {} as Services['boards']
  const cache = makeBoardCache()
  const open = (playerId: number) =>
    ownPick({ store, boards, cache }, { seasonId: 1, roundId: 1, playerId, generation: 0 }, clock.now())

  await open(1)
  readWhole = 0
  const opened = await Promise.all([open(1), open(2), open(3)])
  expect(opened.map(({ lockChanges }) => lockChanges)).toEqual([[], [], []])
  expect(readWhole).toBe(0)
  await commands.run(round, [1], lockedNow)
  expect((await open(2)).lockChanges).toMatchObject([{ early: true }])
  expect(readWhole).toBe(1)
})
