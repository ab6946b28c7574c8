import type { DomainEvent } from '#domain/domain-event'
import type { Instant } from '#domain/event'
import type { SeasonHappening } from '#domain/season-past'
import type { HistoryRow } from '#projections/history'
import type { Hypothesis } from './previews.ts'

/** What events of this row's stream would mean for the standings; null where they concern none. */
export function hypothesisOf(
  row: HistoryRow,
  events: readonly DomainEvent[],
  at: Instant,
): Hypothesis | null {
  const { season_id: seasonId, round_id, player_id } = row
  const roundId = round_id ?? 0
  // All of them belong into the one stream, and so to its aggregate.
  const happenings = (of: SeasonHappening['of']) =>
    events.map((event) => ({ of, at, roundId, event }) as SeasonHappening)

  switch (row.stream.split('-')[0]) {
    case 'settings':
      return row.type === 'PointsChanged' ? { seasonId, happenings: happenings('settings') } : null
    case 'season':
      return { seasonId, happenings: happenings('season') }
    case 'round':
      return { seasonId, happenings: happenings('round') }
    case 'pick': {
      const picks = events.map((event) => ({
        round_id: roundId,
        player_id: player_id ?? 0,
        picks: event.type === 'PickEntered' ? [...event.data.picks] : [],
      }))
      return { seasonId, happenings: [], picks }
    }
    default:
      return null
  }
}
