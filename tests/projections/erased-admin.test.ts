import { expect, onTestFinished, test } from 'vitest'
import { addAdmin, admin, removeAdmin } from '#domain/admin'
import { eraseAdmin, erasures } from '#domain/erasure'
import { digestOf } from '#platform/event-digest'
import { load } from '#platform/transact'
import { readSchema } from '#projections/checkpoint'
import { startProjector } from '#projections/projector'
import { settableClock } from '../support/clock.ts'
import { embeddedLog } from '../support/log.ts'
import { storyteller } from '../support/storyteller.ts'

test('an admin who was removed and erased before the tables knew is gone from them', async () => {
  const log = await embeddedLog()
  onTestFinished(() => log.close())
  const { database, store } = log
  const { tell } = storyteller(store, settableClock('2027-01-10T12:00:00.000Z'))
  const adminId = 3
  const third = { adminId, name: 'Third', email: 'third@example.com', isMain: false }
  const project = async () => {
    const projector = await startProjector({ database, store, onError: console.error })
    await projector.stop()
    return readSchema(database.kysely, 'read').selectFrom('admins').select('name').execute()
  }
  await tell(admin, [adminId], (state) => addAdmin(state, third))
  expect(await project()).toEqual([{ name: 'Third' }])

  await tell(admin, [adminId], removeAdmin)
  const digests = (await store.read(admin.stream(adminId))).map(digestOf)
  const left = await load(store, admin, adminId)
  await tell(erasures, [], (state) => eraseAdmin(state, left, { adminId, digests }))
  await store.tombstone(admin.stream(adminId))
  expect(await project()).toEqual([])
})
