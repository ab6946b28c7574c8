import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import type { Projector } from '../../projections/engine/projector.ts'
import { someEvent } from '../support/events.ts'
import { eventually } from '../support/eventually.ts'
import { createMemoryEventStore } from '../support/memory-event-store.ts'
import { type EmbeddedForTest, embeddedForTest } from '../support/shared-postgres.ts'
import { startProjector } from '../support/start-projector.ts'

let store: EventStore
let embedded: EmbeddedForTest
let projector: Projector
beforeEach(async () => {
  store = createMemoryEventStore()
  embedded = await embeddedForTest()
  projector = await startProjector({ database: embedded.database, store, onError: () => {} })
})
afterEach(async () => {
  await projector.stop()
  await embedded.close()
})

const addPlayer = async (playerId: number) => {
  const added = { ...someEvent({ playerId, name: 'Ann', email: null }), type: 'PlayerAdded' }
  return (await store.append(`player-${playerId}`, [added], 'no_stream')).position
}

test('whoever looks after an answer from the log waits for the tables, and for no longer', async () => {
  expect(projector.showAnswered()).toBeNull()
  const position = await addPlayer(1)
  projector.noteAnswered(position)
  await eventually('the tables', async () => (await projector.showAnswered()) !== false)
  expect(projector.position()).toBe(position)
  expect(projector.showAnswered()).toBeNull()
  projector.noteAnswered('')
  expect(projector.showAnswered()).toBeNull()
})

test('nobody waits for tables that stand still', async () => {
  // More than an id in the read tables can be.
  const poison = { ...someEvent({ playerId: 3_000_000_000 }), type: 'PlayerAdded' }
  const { position } = await store.append('player-3000000000', [poison], 'no_stream')
  await eventually('the stop', async () => projector.failure() !== null)
  projector.noteAnswered(position)
  expect(projector.showAnswered()).toBeNull()
  expect(typeof projector.moves()).toBe('number')
})

test('what the log has lost is waited for once', async () => {
  projector.noteAnswered('99999999999999999999')
  expect(await projector.showAnswered()).toBe(false)
  expect(projector.showAnswered()).toBeNull()
})
