import { openEventStoreDb } from '../../../platform/event-store/eventstoredb/eventstoredb-event-store.ts'
import { startEventStoreDbDouble } from './server.ts'

type Options = Omit<Parameters<typeof openEventStoreDb>[0], 'url'>

/** A double of its own, and a store on it. */
export async function storeOnDouble(options: Options = { onError: () => {} }) {
  const double = await startEventStoreDbDouble()
  const store = await openEventStoreDb({ ...options, url: double.url })
  const close = async () => {
    await store.close()
    await double.stop()
  }
  return { double, store, close }
}
