import type { DomainEvent } from '../../domain/domain-event.ts'
import type { Instant } from '../../domain/event.ts'
import type { SeasonHappening } from '../../domain/seasons/season-past.ts'
import { streamIdOf } from '../../domain/stream-id.ts'
import type { HistoryRow } from '../../projections/read-models/history.ts'
import type { Hypothesis } from './previews.ts'

/** What events of this row's stream would mean for the standings; null where they concern none. */
export function hypothesisOf(
  row: HistoryRow,
  events: readonly DomainEvent[],
  at: Instant,
): Hypothesis | null {
  const { round_id, player_id } = row
  // All of them belong into the one stream, and so to its aggregate.
  const happenings = (of: SeasonHappening['of']) =>
    events.map((event) => ({ of, at, event }) as SeasonHappening)

  switch (streamIdOf(row.stream).kind) {
    case 'settings':
      return row.type === 'PointsChanged' ? { happenings: happenings('settings') } : null
    case 'season':
      return { happenings: happenings('season') }
    case 'pick': {
      const picks = events.map((event) => ({
        round_id: round_id ?? 0,
        player_id: player_id ?? 0,
        picks: event.type === 'PickEntered' ? [...event.data.picks] : [],
      }))
      return { happenings: [], picks }
    }
    default:
      return null
  }
}
