import type { DomainEvent } from '../../domain/domain-event.ts'
import type { Instant } from '../../domain/event.ts'
import type { TimelineEvent } from '../../domain/seasons/season-past.ts'
import { streamIdOf } from '../../domain/stream-id.ts'
import type { Supposed } from '../../projections/past/season-past.ts'
import type { HistoryRow } from '../../projections/read-models/history.ts'

export function dryRunOf(row: HistoryRow, events: readonly DomainEvent[], at: Instant): Supposed | null {
  const { round_id, player_id } = row
  const { kind } = streamIdOf(row.stream)
  if (kind === 'season' || row.type === 'PointsChanged') {
    return { timeline: events.map((event) => ({ ...event, metadata: { occurredAt: at } }) as TimelineEvent) }
  }
  if (kind !== 'pick') return null
  const of = { round_id: round_id ?? 0, player_id: player_id ?? 0 }
  const picks = events.flatMap((event) => {
    if (event.type === 'TieBreakGuessEntered') return []
    return { ...of, picks: event.type === 'PickEntered' ? [...event.data.picks] : [] }
  })
  const guesses = events.flatMap((event) =>
    event.type === 'TieBreakGuessEntered' ? { ...of, guess: event.data.value } : [],
  )
  return { timeline: [], picks, guesses }
}
