import { randomUUID } from 'node:crypto'
import { START } from '../../platform/event-store/event-store.ts'
import { openEventStoreDb } from '../../platform/event-store/eventstoredb/eventstoredb-event-store.ts'
import { startEventStoreDbDouble } from './eventstoredb-double/server.ts'

/** A real server, for the deep tests. */
export const NAMED_SERVER = process.env.TEST_EVENTSTORE_URL ?? null

const TOGETHER = 20

/** An empty log of its own: on a double, or on the server that was named, where nothing of it stays open. */
export async function startEventStore(): Promise<{ url: string; stop(): Promise<unknown> }> {
  if (NAMED_SERVER === null) return startEventStoreDbDouble()
  const url = `${NAMED_SERVER}${NAMED_SERVER.includes('?') ? '&' : '?'}streamPrefix=test-${randomUUID()}-`
  return { url, stop: () => deleteAll(url) }
}

/** Every stream with the prefix is deleted for ever. */
async function deleteAll(url: string): Promise<void> {
  const store = await openEventStoreDb({ url, onError: () => {} })
  const head = await store.head()
  const streams = new Set<string>()
  if (head !== START) {
    const read = new AbortController()
    for await (const batch of store.subscribe({ after: START, signal: read.signal })) {
      for (const { stream } of batch) streams.add(stream)
      if ((batch.at(-1)?.position ?? head) >= head) read.abort()
    }
  }
  const all = [...streams]
  while (all.length > 0) await Promise.all(all.splice(0, TOGETHER).map((stream) => store.tombstone(stream)))
  // Where the others were noted.
  await store.tombstone('tombstones')
  await store.close()
}
