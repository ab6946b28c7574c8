import { afterAll, beforeAll, describe, test } from 'vitest'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { openEventStoreDb } from '../../platform/event-store/eventstoredb/eventstoredb-event-store.ts'
import { EVENTSTOREDB_SERVERS } from '../support/eventstoredb-servers.ts'
import { eventStoreContract } from './event-store-contract.ts'

for (const { name, missing, start } of EVENTSTOREDB_SERVERS) {
  describe.skipIf(missing)(`the log in ${name}${missing ? `: ${missing}` : ''}`, () => {
    let server: Awaited<ReturnType<typeof start>>
    let store: EventStore
    beforeAll(async () => {
      server = await start()
      store = await openEventStoreDb({ url: server.url, onError: () => {} })
    })
    afterAll(async () => {
      await store?.close()
      await server?.stop()
    })
    for (const { name, run } of eventStoreContract()) test(name, () => run({ store, patienceMs: 15_000 }))
  })
}
