import type { EventStore } from '../../platform/event-store/event-store.ts'
import { sealedFrom } from '../now/pick-visibility.ts'
import type { Read } from '../read-models/read-tables.ts'
import { describeHistory, type HistoryEntry, rowsHidden, sportOf } from './entries.ts'
import { foldEntries } from './folding.ts'
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
  const sources = { read, isSealed, withAdmins: filter.withAdmins }
  const described = await describeHistory(read, isSealed, page)
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
  let before = filter.before
  for (;;) {
    const rows = await listHistoryRows(read, { ...filter, before }, ENTRIES_AT_ONCE)
    const hidden = await rowsHidden(sealedFrom('everybody', store), rows)
    const sportsHidden = new Map([...hidden].map((row) => [row.event_id, sportOf(row)]))
    for (const entry of await describeHistory(read, sealedFrom('admins', store), rows)) {
      const sport = sportsHidden.get(entry.eventId)
      yield sport === undefined ? entry : withoutPick(entry, sport)
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
