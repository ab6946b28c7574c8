import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from '../database/database.ts'
import { raiseIds } from '../database/ids.ts'
import { openPrivateSchema } from '../database/private-schema.ts'
import { finishErasures } from '../erasing/erasing.ts'
import { type EventStore, EventStoreUnavailable, type Position, START } from '../event-store/event-store.ts'
import { addSeal, openSeals, sealLog } from '../integrity/hash-chain.ts'
import { takeOverLog } from '../log-owner.ts'
import { StartRefusal } from '../start-refusal.ts'
import { systemClock } from '../time/clock.ts'
import { beginImport, endImport, FIRST_USE_LOCK, refuseUnfinishedImport } from './import-marks.ts'
import type { EventLine } from './league-export.ts'
import { eventsIn, privateLinesIn, sealsIn } from './league-file-check.ts'
import type { LeagueFile } from './league-file-reader.ts'
import { writePrivateRows } from './private-rows.ts'

const APPEND_EVENTS_MAX = 500
const AGAIN_MS = 500

type ImportOptions = {
  database: Database
  rawEventStore: EventStore
  file: LeagueFile
  onEvents?: (count: number) => void
  /** Of a backup. */
  takeSecret?: (secret: string) => void
}

/** Into an installation that has never been used; nobody is mailed, and no read tables are made. Throws StartRefusal. */
export async function importLeague(options: ImportOptions): Promise<void> {
  const { database, file, takeSecret } = options
  const { serverSecret, ids } = file.manifest
  const rawEventStore = waitingForAnswers(options.rawEventStore)
  await claim(database, rawEventStore)
  const head = await writeLog({ ...options, rawEventStore })
  const { kysely } = database
  const privateSchema = openPrivateSchema(kysely)
  if (serverSecret !== undefined) {
    await writePrivateRows(kysely, privateLinesIn(file))
    takeSecret?.(serverSecret)
  }
  await finishErasures({ store: rawEventStore, rawEventStore, kysely, privateSchema }, systemClock.now())
  await raiseIds(kysely, ids)
  await takeOverLog({ store: rawEventStore, privateSchema }, systemClock.now())
  await sealLog({ kysely, store: rawEventStore, clock: systemClock })
  await endImport(privateSchema, head)
}

/** Nobody waits for an import, and one that ended would have to begin again: an append that may be done is repeated. */
function waitingForAnswers(store: EventStore): EventStore {
  return {
    ...store,
    append: async (...append) => {
      for (;;) {
        try {
          return await store.append(...append)
        } catch (error) {
          if (!(error instanceof EventStoreUnavailable) || !error.mayBeDone) throw error
          await sleep(AGAIN_MS)
        }
      }
    },
  }
}

function claim({ kysely, locks }: Database, rawEventStore: EventStore): Promise<void> {
  return locks.hold(FIRST_USE_LOCK, async () => {
    const privateSchema = openPrivateSchema(kysely)
    await refuseUnfinishedImport(privateSchema)
    if ((await rawEventStore.head()) !== START || (await hasTraces(kysely))) {
      throw new StartRefusal(
        'This installation has been used already. Import or restore into a new one, before its first start',
      )
    }
    await beginImport(privateSchema)
  })
}

async function hasTraces(kysely: Kysely<object>): Promise<boolean> {
  const privateSchema = openPrivateSchema(kysely)
  const traces = await Promise.all([
    openSeals(kysely).selectFrom('seals').select('number').limit(1).execute(),
    privateSchema.selectFrom('mails').select('id').limit(1).execute(),
    privateSchema.selectFrom('notices').select('occasion').limit(1).execute(),
    privateSchema.selectFrom('credentials').select('admin_id').limit(1).execute(),
  ])
  return traces.some((rows) => rows.length > 0)
}

async function writeLog({ database, rawEventStore, file, onEvents }: ImportOptions): Promise<Position> {
  const seals = sealsIn(file)
  let seal = await seals.next()
  let position = START
  let count = 0
  for await (const append of appendsIn(eventsIn(file))) {
    const [first] = append
    if (!first) continue
    await sealUpTo((covered) => covered < first.position)
    const expected = first.revision === 0 ? 'no_stream' : first.revision - 1
    const events = append.map(({ id, type, data, metadata }) => ({ id, type, data, metadata }))
    position = (await rawEventStore.append(first.stream, events, expected)).position
    count += append.length
    onEvents?.(count)
  }
  await sealUpTo(() => true)
  return position

  async function sealUpTo(isCovered: (position: Position) => boolean) {
    while (!seal.done && isCovered(seal.value.position)) {
      await addSeal(database.kysely, { ...seal.value, position })
      seal = await seals.next()
    }
  }
}

export async function* appendsIn(lines: AsyncIterable<EventLine>): AsyncGenerator<EventLine[]> {
  let append: EventLine[] = []
  for await (const event of lines) {
    const [first] = append
    const isSame = first?.stream === event.stream && first.metadata.commandId === event.metadata.commandId
    if (!isSame || append.length === APPEND_EVENTS_MAX) {
      if (append.length > 0) yield append
      append = []
    }
    append.push(event)
  }
  if (append.length > 0) yield append
}
