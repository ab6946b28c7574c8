import type { Database } from '../../platform/database/database.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { upcastingStore } from '../../platform/event-store/upcasting.ts'
import { checkLeagueFile, eventsIn, whyUnproven } from '../../platform/league-file/league-file-check.ts'
import { type LeagueFile, openLeagueFile } from '../../platform/league-file/league-file-reader.ts'
import { appendsIn } from '../../platform/league-file/league-import.ts'
import { reasonOf, StartRefusal } from '../../platform/start-refusal.ts'
import { differenceSentence } from '../../projections/verification/verify.ts'
import { verifyTables } from '../../projections/verification/verify-tables.ts'

type Proving = {
  path: string
  passphrase: string | null
  /** Whether its events are replayed too, and compared with the tables of now. */
  replays: boolean
  database: Database
  rawEventStore: EventStore
  onEvents: (count: number) => void
}

type Proof = { events: number; error: string | null }

/** Reads the whole file. `error`: why it is no good backup. */
export async function proveBackup({ path, passphrase, replays, ...parts }: Proving): Promise<Proof> {
  let file: LeagueFile | null = null
  let events = 0
  try {
    file = await openLeagueFile(path, { kind: 'backup', passphrase })
    events = file.manifest.events
    const why = whyUnproven(await checkLeagueFile(file, (count) => parts.onEvents(events + count)))
    return { events, error: why ?? (replays ? await whyReplayDiffers(file, parts) : null) }
  } catch (error) {
    if (!(error instanceof StartRefusal)) throw error
    return { events, error: reasonOf(error) }
  } finally {
    file?.close()
  }
}

type ReplayParts = Pick<Proving, 'database' | 'rawEventStore' | 'onEvents'>

async function whyReplayDiffers(file: LeagueFile, { database, rawEventStore, onEvents }: ReplayParts) {
  const store = upcastingStore(fileThenLog(file, rawEventStore))
  const { differences } = await verifyTables(database, store, {
    onEvents: (count) => onEvents(2 * file.manifest.events + count),
  })
  const [first] = differences
  return first ? `a replay of it differs from the tables: ${differenceSentence(first)}` : null
}

/** The tables of now show also what came since. */
function fileThenLog(file: LeagueFile, store: EventStore): EventStore {
  const end = file.manifest.lastPosition
  return {
    ...store,
    subscribe: async function* ({ after, signal }) {
      if (after < end) {
        for await (const append of appendsIn(eventsIn(file))) {
          const rest = append.filter(({ position }) => position > after)
          if (rest.length > 0) yield rest
        }
      }
      yield* store.subscribe({ after: after > end ? after : end, signal })
    },
  }
}
