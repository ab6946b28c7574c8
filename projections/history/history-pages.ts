import { openChronicle } from '../../platform/event-store/chronicle.ts'
import type { EventStore } from '../../platform/event-store/event-store.ts'
import { sealedFrom } from '../now/pick-visibility.ts'
import type { Read } from '../read-models/read-tables.ts'
import { describeHistory, type HistoryEntry, rowsHidden } from './entries.ts'
import { foldEntries } from './folding.ts'
import { openNames } from './names.ts'
import { type HistoryFilter, isFolded, listHistoryRows } from './rows.ts'
import { markUndone } from './undo-marks.ts'

const PAGE_ENTRIES = 50
const ENTRIES_AT_ONCE = 200

type Sources = { read: Read; store: EventStore }

/** Newest first. `next` is the `before` of the next page. */
export async function historyPage(
  { read, store }: Sources,
  filter: HistoryFilter,
): Promise<{ entries: HistoryEntry[]; next: string | null }> {
  const isSealed = sealedFrom('admins', store)
  const rows = await listHistoryRows(read, filter, PAGE_ENTRIES + 1)
  const page = rows.slice(0, PAGE_ENTRIES)
  const names = openNames(read, openChronicle(store))
  const sources = { read, names, isSealed, withAdmins: filter.withAdmins }
  const described = await describeHistory(names, isSealed, page)
  const folded = isFolded(filter) ? await foldEntries(sources, described) : described
  const entries = await markUndone(sources, folded)
  const next = rows.length > PAGE_ENTRIES ? (page.at(-1)?.position ?? null) : null
  const hidden = new Set([...(await rowsHidden(isSealed, page))].map(({ event_id }) => event_id))
  return {
    // With the id of its command, values could be tried out against the heads of the chain.
    entries: entries.map((entry) =>
      hidden.has(entry.eventId) ? { ...entry, commandId: entry.eventId } : entry,
    ),
    next,
  }
}

/** For a file, which is given away more easily than a screen: it shows no pick that everybody cannot see. */
export async function* wholeHistory(
  { read, store }: Sources,
  filter: HistoryFilter,
): AsyncGenerator<HistoryEntry> {
  const isSealed = sealedFrom('everybody', store)
  const isSealedFromAdmins = sealedFrom('admins', store)
  const chronicle = openChronicle(store)
  let before = filter.before
  for (;;) {
    // Looked up anew for each batch: a person may be erased meanwhile.
    const names = openNames(read, chronicle)
    const rows = await listHistoryRows(read, { ...filter, before }, ENTRIES_AT_ONCE)
    for (const entry of await describeHistory(names, isSealedFromAdmins, rows)) {
      const { kind, seasonId, roundId } = entry
      const hides = kind === 'picks' && roundId !== null && (await isSealed(seasonId, roundId))
      yield hides
        ? await names.told(() => withoutPick(entry, names.at(entry.position).round(roundId).name))
        : entry
    }
    before = rows.at(-1)?.position
    if (before === undefined) return
  }
}

const withoutPick = (entry: HistoryEntry, sport: string): HistoryEntry => ({
  ...entry,
  sentence: `${entry.actor.name} changed a pick for ${sport}. Everybody sees it once the sport locks`,
  reason: null,
})
