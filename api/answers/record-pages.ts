import type { Instant } from '../../domain/event.ts'
import { Refusal } from '../../domain/refusal.ts'
import { findSeason } from '../../projections/league/seasons.ts'
import { loadRecord } from '../../projections/past/season-past.ts'
import {
  keptRecord,
  lastOf,
  type PublicRecord,
  type ToldEntry,
  tellEntries,
} from '../../projections/queries/public-record.ts'
import { effectsOf } from '../../projections/queries/record-effects.ts'
import type { Services } from '../server/services.ts'
import { inTurn } from './in-turn.ts'

const PAGE_ENTRIES = 20
/** Pages that were made before are answered from memory. Of the others one is made at a time, and so many wait. */
const WAITING_MAX = 16
const BYTES_OF_ENTRY = 1_000

type Page = { entries: (ToldEntry & { effect?: string })[]; next: string | null; count: number }

export function recordPages(services: Pick<Services, 'read' | 'store' | 'cache'>) {
  const { read, cache } = services
  const limited = inTurn({
    atOnceMax: 1,
    waitingMax: WAITING_MAX,
    busy: 'Too many people read the record right now. Please try again in a moment',
  })

  /** @param before the `next` of the page before. Throws Refusal not_found. */
  return async (seasonId: number, before: string | undefined, now: Instant): Promise<Page> => {
    const season = await findSeason(read, seasonId)
    if (!season) throw notFound()
    const { key, ...record } = await keptRecord(services, seasonId)
    const { entries } = record
    const found = before === undefined ? 0 : entries.findIndex((entry) => lastOf(entry).position < before)
    // However a page is asked for, it is one of as many as there are entries.
    const from = found === -1 ? entries.length : found
    const page = await cache(
      `record page ${key} ${from}`,
      () => limited(() => pageFrom(record, from)),
      (made) => made.entries.length * BYTES_OF_ENTRY,
    )
    if (!page) throw notFound()
    return page

    async function pageFrom(all: PublicRecord, first: number): Promise<Page> {
      const shown = all.entries.slice(first, first + PAGE_ENTRIES)
      const last = shown.at(-1)
      const hasMore = all.entries.length > first + PAGE_ENTRIES
      return {
        entries: await told(all, shown),
        next: last && hasMore ? lastOf(last).position : null,
        count: all.entries.length,
      }
    }

    async function told(all: PublicRecord, shown: PublicRecord['entries']): Promise<Page['entries']> {
      if (shown.length === 0) return []
      const words = await tellEntries(services, all, shown, now)
      const past = await loadRecord(services, seasonId)
      const effects = past && (await effectsOf(read, past, shown))
      return words.map((entry) => {
        const effect = effects?.get(entry.id)
        return effect ? { ...entry, effect } : entry
      })
    }
  }
}

const notFound = () => new Refusal('not_found', 'Season not found')
