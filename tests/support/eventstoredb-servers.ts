import { imageMissing, startContainer } from './engine.ts'
import { NAMED_SERVER, startEventStore } from './eventstore-place.ts'
import { startEventStoreDbDouble } from './eventstoredb-double/server.ts'

/** Pinned: a test that fails should have found something here, not a new version there. */
const IMAGE = 'docker.kurrent.io/kurrent-latest/kurrentdb:25.1.0'
const PORT = 2113

type EventStoreDbServer = {
  name: string
  /** Why it cannot run here, null when it can. A test that skips puts it in its title. */
  missing: string | null
  start(): Promise<{ url: string; stop(): Promise<unknown> }>
}

export const EVENTSTOREDB_SERVERS: EventStoreDbServer[] = [
  {
    name: 'a double of EventStoreDB',
    missing: null,
    start: startEventStoreDbDouble,
  },
  {
    name: `KurrentDB in a container (${IMAGE})`,
    missing: imageMissing(IMAGE),
    start: startKurrentDb,
  },
  {
    name: 'the server that TEST_EVENTSTORE_URL names',
    missing: NAMED_SERVER ? null : 'TEST_EVENTSTORE_URL is not set',
    start: startEventStore,
  },
]

for (const { name, missing } of EVENTSTOREDB_SERVERS) {
  if (missing) console.warn(`SKIPPED: the tests on ${name}, because ${missing}`)
}

async function startKurrentDb() {
  const container = await startContainer({
    ...{ image: IMAGE, port: PORT, livePath: '/health/live' },
    options: ['--env', 'KURRENTDB_INSECURE=true', '--env', 'KURRENTDB_MEM_DB=true'],
  })
  await container.ready()
  return { url: `${container.url.replace('http:', 'esdb:')}?tls=false`, stop: container.remove }
}
