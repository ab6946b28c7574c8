import type { Cache } from '../../platform/cache.ts'
import { loadRecord } from '../past/season-past.ts'
import {
  type DescribedEntry,
  describeRecord,
  lastOf,
  type PublicRecord,
  type RecordSources,
} from './public-record.ts'
import { effectsOf } from './record-effects.ts'

const PAGE_ENTRIES = 20
const BYTES_OF_ENTRY = 1_000

export type RecordPage = {
  entries: (DescribedEntry & { effect?: string })[]
  next: string | null
  count: number
}

/** @param before the `next` of the page before. */
export async function recordPage(
  sources: RecordSources & { cache: Cache },
  seasonId: number,
  { key, ...record }: PublicRecord & { key: string },
  before: string | undefined,
): Promise<RecordPage> {
  const { entries } = record
  const found = before === undefined ? 0 : entries.findIndex((entry) => lastOf(entry).position < before)
  // However a page is asked for, it is one of as many as there are entries.
  const from = found === -1 ? entries.length : found
  const make = () => pageFrom(sources, seasonId, record, from)
  const page = await sources.cache(
    `record page ${key} ${from}`,
    make,
    (made) => made.entries.length * BYTES_OF_ENTRY,
  )
  return page ?? make()
}

async function pageFrom(
  sources: RecordSources,
  seasonId: number,
  record: PublicRecord,
  from: number,
): Promise<RecordPage> {
  const { entries } = record
  const shown = entries.slice(from, from + PAGE_ENTRIES)
  const last = shown.at(-1)
  const next = last && entries.length > from + PAGE_ENTRIES ? lastOf(last).position : null
  if (shown.length === 0) return { entries: [], next, count: entries.length }
  const sentences = await describeRecord(sources.read, record, shown)
  const past = await loadRecord(sources, seasonId)
  const effects = past && (await effectsOf(sources.read, past, shown))
  const withEffect = sentences.map((entry) => {
    const effect = effects?.get(entry.id)
    return effect ? { ...entry, effect } : entry
  })
  return { entries: withEffect, next, count: entries.length }
}
