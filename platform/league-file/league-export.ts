import type { Writable } from 'node:stream'
import type { Kysely } from 'kysely'
import { erasures } from '../../domain/erasure.ts'
import { isSealed, sealedSports } from '../../domain/seasons/sealing.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import { streamIdOf } from '../../domain/stream-id.ts'
import { drawnIds } from '../database/ids.ts'
import { type EventStore, type Position, type RecordedEvent, START } from '../event-store/event-store.ts'
import { readRange } from '../event-store/log-range.ts'
import { load } from '../event-store/transact.ts'
import { lastSeal, sealIfWhole } from '../integrity/hash-chain.ts'
import { allSeals } from '../integrity/hash-chain-check.ts'
import type { Clock } from '../time/clock.ts'
import { VERSION } from '../version.ts'
import { FORMAT, FORMAT_VERSION, type Manifest, writeLeagueFile } from './league-file.ts'
import { COMPLETE_NOTES, LEFT_OUT_NOTES, pickedRound, SEALED_NOTE, withoutPersonalData } from './left-out.ts'
import { readPrivateRows } from './private-rows.ts'

export type EventLine = RecordedEvent

export type SealLine = {
  number: number
  events: number
  position: Position
  digests: string
  head: string
  sealedAt: string
}

type ExportOptions = {
  kysely: Kysely<object>
  store: EventStore
  rawEventStore: EventStore
  clock: Clock
  personalData: boolean
  /** Then accounts and the secret are in it too. */
  backup?: { serverSecret: string; passphrase: string | null }
  onEvents?: (count: number) => void
}

/** A zip file, written piece by piece. Passwords, keys and links are in a backup alone. */
export async function exportLeague(sink: Writable, options: ExportOptions): Promise<void> {
  const { kysely, clock, personalData, backup } = options
  const end = { position: START }
  const exportedAt = clock.now()
  let sealedHead: string | null = null
  const sealed = new Set<number>()

  const parts = {
    // First: no account is newer than the log.
    ...(backup && { 'private.ndjson': readPrivateRows(kysely, exportedAt) }),
    'events.ndjson': eventLines(options, end, sealed),
    'seals.ndjson': (async function* () {
      if (!personalData) return
      for await (const seal of sealLines(kysely, end.position)) {
        sealedHead = seal.head
        yield seal
      }
    })(),
  }
  const describe = async (files: Manifest['files']): Promise<Manifest> => ({
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    version: VERSION,
    exportedAt,
    personalData: personalData ? 'included' : 'left out',
    events: files['events.ndjson'].lines,
    lastPosition: end.position,
    seals: files['seals.ndjson'].lines,
    sealedHead,
    ids: await drawnIds(kysely),
    notes: personalData ? [...COMPLETE_NOTES, ...(await sealedNotes(options, sealed))] : LEFT_OUT_NOTES,
    files,
    ...(backup && { serverSecret: backup.serverSecret }),
  })
  await writeLeagueFile(sink, parts, describe, backup?.passphrase ?? null)
}

async function* eventLines(options: ExportOptions, end: End, sealed: Set<number>): AsyncGenerator<EventLine> {
  const { store, personalData, onEvents } = options
  const seasonOf = new Map<number, number>()
  let count = 0
  for await (const batch of explainedLog(options, end)) {
    for (const event of batch) {
      if (event.type === 'PicksSealedFromAdmins') sealed.add(streamIdOf(event.stream).ids[0] ?? 0)
      const placed = event.data as { roundId?: number; seasonId?: number }
      if (placed.roundId && placed.seasonId) seasonOf.set(placed.roundId, placed.seasonId)
      if (personalData) yield event
      else if (!(await tellsSealed(event))) yield withoutPersonalData(event)
    }
    count += batch.length
    onEvents?.(count)
  }

  async function tellsSealed(event: RecordedEvent): Promise<boolean> {
    const roundId = pickedRound(event)
    if (roundId === null) return false
    const state = await load(store, seasonStream, seasonOf.get(roundId) ?? 0)
    return isSealed(roundIn(state, roundId))
  }
}

async function sealedNotes(
  { store, clock }: ExportOptions,
  seasonIds: ReadonlySet<number>,
): Promise<string[]> {
  for (const seasonId of seasonIds) {
    const state = await load(store, seasonStream, seasonId)
    if (sealedSports(state, clock.now()).length > 0) return [SEALED_NOTE]
  }
  return []
}

type End = { position: Position }

/** What comes while it is sealed is not in the file. A log that lacks events cannot be sealed. */
async function sealedEnd({ kysely, rawEventStore: store, clock }: ExportOptions): Promise<Position> {
  const isSealed = await sealIfWhole({ kysely, store, clock })
  return isSealed ? (await lastSeal(kysely)).position : store.head()
}

/** `end` moves on until it is after each erasure that took events away meanwhile: without it, a copy would miss events. */
async function* explainedLog(options: ExportOptions, end: End): AsyncGenerator<readonly RecordedEvent[]> {
  const { rawEventStore } = options
  end.position = await sealedEnd(options)
  for (let after = START; ; ) {
    yield* readRange(rawEventStore, { after, until: end.position })
    const lastErasure = (await rawEventStore.read(erasures.stream())).at(-1)
    if (!lastErasure || lastErasure.position <= end.position) return
    after = end.position
    end.position = await sealedEnd(options)
  }
}

async function* sealLines(kysely: Kysely<object>, until: Position): AsyncGenerator<SealLine> {
  for await (const { digests, head, sealed_at, ...row } of allSeals(kysely)) {
    if (row.position > until) continue
    yield { ...row, digests: digests.toString('base64'), head: head.toString('hex'), sealedAt: sealed_at }
  }
}
