import { requireSeason } from '../../projections/league/seasons.ts'
import { loadRecord } from '../../projections/past/season-past.ts'
import {
  type DescribedEntry,
  describeRecord,
  keptRecord,
  lastOf,
  type PublicRecord,
} from '../../projections/queries/public-record.ts'
import { effectsOf } from '../../projections/queries/record-effects.ts'
import type { Services } from '../server/services.ts'
import { oneAtATime } from './one-at-a-time.ts'

const PAGE_ENTRIES = 20
const BYTES_OF_ENTRY = 1_000

type Page = { entries: (DescribedEntry & { effect?: string })[]; next: string | null; count: number }

type Uses = Pick<Services, 'read' | 'store' | 'cache'>

export function recordPages(services: Uses) {
  const { read, cache } = services
  const limited = oneAtATime(
    'Too many people are reading the changes right now. Please try again in a moment',
  )

  /** @param before the `next` of the page before. Throws Refusal not_found. */
  return async (client: string, seasonId: number, before: string | undefined): Promise<Page> => {
    await requireSeason(read, seasonId)
    const { key, ...record } = await keptRecord(services, seasonId)
    const { entries } = record
    const found = before === undefined ? 0 : entries.findIndex((entry) => lastOf(entry).position < before)
    // However a page is asked for, it is one of as many as there are entries.
    const from = found === -1 ? entries.length : found
    const make = () => pageFrom(services, seasonId, record, from)
    const page = await limited(client, () =>
      cache(`record page ${key} ${from}`, make, (made) => made.entries.length * BYTES_OF_ENTRY),
    )
    return page ?? make()
  }
}

async function pageFrom(services: Uses, seasonId: number, record: PublicRecord, from: number): Promise<Page> {
  const { entries } = record
  const shown = entries.slice(from, from + PAGE_ENTRIES)
  const last = shown.at(-1)
  const next = last && entries.length > from + PAGE_ENTRIES ? lastOf(last).position : null
  if (shown.length === 0) return { entries: [], next, count: entries.length }
  const sentences = await describeRecord(services.read, record, shown)
  const past = await loadRecord(services, seasonId)
  const effects = past && (await effectsOf(services.read, past, shown))
  const withEffect = sentences.map((entry) => {
    const effect = effects?.get(entry.id)
    return effect ? { ...entry, effect } : entry
  })
  return { entries: withEffect, next, count: entries.length }
}
