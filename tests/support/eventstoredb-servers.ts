import { spawnSync } from 'node:child_process'
import { NAMED_SERVER, startEventStore } from './eventstore-place.ts'
import { startEventStoreDbDouble } from './eventstoredb-double/server.ts'

/** Pinned: a test that fails should have found something here, not a new version there. */
const IMAGE = 'docker.kurrent.io/kurrent-latest/kurrentdb:25.1.0'
const PORT = 2113

export type EventStoreDbServer = {
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
    missing: spawnSync('docker', ['info']).status === 0 ? null : 'Docker does not answer here',
    start: startContainer,
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

async function startContainer() {
  const { GenericContainer, Wait } = await import('testcontainers')
  const container = await new GenericContainer(IMAGE)
    .withEnvironment({ KURRENTDB_INSECURE: 'true', KURRENTDB_MEM_DB: 'true' })
    .withExposedPorts(PORT)
    .withWaitStrategy(Wait.forHttp('/health/live', PORT).forStatusCode(204))
    .start()
  return {
    url: `esdb://${container.getHost()}:${container.getMappedPort(PORT)}?tls=false`,
    stop: () => container.stop(),
  }
}
