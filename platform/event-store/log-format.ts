import { type Kysely, sql } from 'kysely'
import { LOG_FORMAT, logOwner, OLDEST_LOG_FORMAT } from '../../domain/settings/installation.ts'
import { StartRefusal } from '../start-refusal.ts'
import type { EventStore } from './event-store.ts'

/** Every later format keeps this table. Throws StartRefusal for one of a later version, or of one too old. */
export async function requireKnownFormat(kysely: Kysely<object>): Promise<void> {
  const { rows: tables } = await sql<{ format: string | null }>`
    select to_regclass('log.format')::text as format`.execute(kysely)
  if (!tables[0]?.format) return
  const { rows } = await sql<{ version: number }>`select version from log.format`.execute(kysely)
  refuseUnknown(rows[0]?.version)
}

/** Every later format keeps this stream and this field. Throws StartRefusal for one of a later version, or of one too old. */
export async function requireKnownFormatOfEvents(rawEventStore: EventStore): Promise<void> {
  const last = (await rawEventStore.read(logOwner.stream())).at(-1)
  refuseUnknown((last?.data as { logFormat?: number } | undefined)?.logFormat)
}

function refuseUnknown(format = LOG_FORMAT) {
  if (format > LOG_FORMAT)
    throw new StartRefusal(
      `The event log has format ${format}, which this version of the program does not know: start the version that wrote it, or a later one`,
    )
  if (format < OLDEST_LOG_FORMAT)
    throw new StartRefusal(
      `The event log has format ${format}, which this version of the program no longer reads: start the version that wrote it, export the league, and import the file into an empty installation`,
    )
}
