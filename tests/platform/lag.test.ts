import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { measureLag } from '../../platform/event-store/lag.ts'
import type { Projector } from '../../projections/engine/projector.ts'
import { longTest } from '../deep/depth.ts'
import { caughtUp } from '../support/caught-up.ts'
import { someEvent } from '../support/events.ts'
import type { EventStoreDbDouble } from '../support/eventstoredb-double/server.ts'
import { storeOnDouble } from '../support/eventstoredb-double/store-on-double.ts'
import { eventually } from '../support/eventually.ts'
import { type EmbeddedForTest, embeddedForTest } from '../support/shared-postgres.ts'
import { startProjector } from '../support/start-projector.ts'

let double: EventStoreDbDouble
let store: EventStore
let close: () => Promise<void>
let embedded: EmbeddedForTest
let projector: Projector

beforeEach(async () => {
  ;({ double, store, close } = await storeOnDouble())
  embedded = await embeddedForTest()
  projector = await startProjector({ database: embedded.database, store, onError: () => {} })
})
afterEach(async () => {
  await projector.stop()
  await close()
  await embedded.close()
})

const addPlayer = async (playerId: number) => {
  const data = { playerId, name: 'Ann', email: null }
  const added = { ...someEvent(data), type: 'PlayerAdded' }
  return (await store.append(`player-${playerId}`, [added], 'no_stream')).position
}
const lag = () => measureLag(store, projector.position(), Date.now())

test('tables that show everything are not behind', async () => {
  await addPlayer(1)
  await caughtUp({ projector, store })
  expect(await lag()).toEqual({ events: 0, seconds: 0 })
})

longTest(
  'it is not known how far tables are behind a log that nobody can follow, and the projection says that it stands still',
  async () => {
    double.faults.refusesSubscriptions = true
    double.breakSubscriptions()
    await addPlayer(1)
    expect(await lag()).toBeNull()
    await eventually('the failure', async () => projector.failure())

    double.faults.refusesSubscriptions = false
    await eventually('the projection', async () => projector.failure() === null)
    await eventually('no lag', async () => (await lag())?.events === 0)
  },
)

test('it is not known how far tables are that show more than the log has', async () => {
  const position = await addPlayer(1)
  expect(await measureLag(store, `${position.slice(0, -1)}9`, Date.now())).toBeNull()
})
