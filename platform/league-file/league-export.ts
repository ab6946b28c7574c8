import type { Writable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import { ID_KINDS } from '../database/ids.ts'
import { type EventStore, type Position, type RecordedEvent, START } from '../event-store/event-store.ts'
import { readRange } from '../event-store/log-range.ts'
import { openSeals } from '../integrity/hash-chain.ts'
import type { Clock } from '../time/clock.ts'
import { VERSION } from '../version.ts'
import { FORMAT, FORMAT_VERSION, writeLeagueFile } from './league-file.ts'
import { COMPLETE_NOTES, LEFT_OUT_NOTES, pickedRound, withoutPersonalData } from './left-out.ts'
import { sealedRounds } from './sealed-rounds.ts'

/** Positions belong to the log that was exported; a copy has its own. */
export type EventLine = RecordedEvent

export type SealLine = {
  number: number
  events: number
  position: Position
  /** base64 */
  digests: string
  /** Hexadecimal. */
  head: string
  sealedAt: string
}

export type ExportOptions = {
  kysely: Kysely<object>
  store: EventStore
  /** With events as they are kept. */
  rawEventStore: EventStore
  clock: Clock
  personalData: boolean
  onEvents?: (count: number) => void
}

/** Writes the whole league as a zip file, as it stands now, piece by piece. Passwords, keys and links are not in it. */
export async function exportLeague(sink: Writable, options: ExportOptions): Promise<void> {
  const { kysely, rawEventStore, clock, personalData } = options
  const until = await rawEventStore.head()
  const exportedAt = clock.now()
  let sealedHead: string | null = null
  const seals = personalData ? sealLines(kysely, until) : noLines()

  const parts = {
    'events.ndjson': eventLines(options, until),
    'seals.ndjson': (async function* () {
      for await (const seal of seals) {
        sealedHead = seal.head
        yield seal
      }
    })(),
  }
  await writeLeagueFile(sink, parts, async (files) => ({
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    version: VERSION,
    exportedAt,
    personalData: personalData ? 'included' : 'left out',
    events: files['events.ndjson'].lines,
    lastPosition: until,
    seals: files['seals.ndjson'].lines,
    sealedHead,
    ids: await lastIds(kysely),
    notes: personalData ? COMPLETE_NOTES : LEFT_OUT_NOTES,
    files,
  }))
}

async function* eventLines(
  { store, rawEventStore, clock, personalData, onEvents }: ExportOptions,
  until: Position,
): AsyncGenerator<EventLine> {
  const isSealed = sealedRounds(store, clock)
  // A round is created before it is picked in.
  const seasonOf = new Map<number, number>()
  let count = 0
  for await (const batch of readRange(rawEventStore, { after: START, until })) {
    for (const event of batch) {
      const roundId = pickedRound(event)
      const placed = event.data as { roundId?: number; seasonId?: number }
      if (placed.roundId && placed.seasonId) seasonOf.set(placed.roundId, placed.seasonId)
      if (personalData) yield event
      else if (roundId === null || !(await isSealed(seasonOf.get(roundId) ?? 0, roundId))) {
        yield withoutPersonalData(event)
      }
    }
    count += batch.length
    onEvents?.(count)
  }
}

const SEALS_AT_ONCE = 20

async function* sealLines(kysely: Kysely<object>, until: Position): AsyncGenerator<SealLine> {
  for (let number = 0; ; ) {
    const rows = await openSeals(kysely)
      .selectFrom('seals')
      .selectAll()
      .where('number', '>', number)
      .where('position', '<=', until)
      .orderBy('number')
      .limit(SEALS_AT_ONCE)
      .execute()
    for (const { digests, head, sealed_at, ...row } of rows) {
      yield { ...row, digests: digests.toString('base64'), head: head.toString('hex'), sealedAt: sealed_at }
    }
    const last = rows.at(-1)
    if (!last) return
    number = last.number
  }
}

async function* noLines(): AsyncGenerator<never> {}

/** The kinds of ids that are drawn from a sequence. */

async function lastIds(kysely: Kysely<object>): Promise<Record<string, number>> {
  const ids: Record<string, number> = {}
  for (const kind of ID_KINDS) {
    const { rows } = await sql<{ id: string }>`
      select case when is_called then last_value else 0 end as id
      from ${sql.table(`private.${kind}_ids`)}`.execute(kysely)
    ids[kind] = Number(rows[0]?.id ?? 0)
  }
  return ids
}
