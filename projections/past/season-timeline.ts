import type { RoundEvent } from '../../domain/rounds/round.ts'
import type { SeasonEvent } from '../../domain/seasons/season.ts'
import type { TimelineEvent } from '../../domain/seasons/season-past.ts'
import { isRoundEvent, seasonStream } from '../../domain/seasons/season-stream.ts'
import { type SettingsEvent, settings } from '../../domain/settings/settings.ts'
import type { EventStore, Position, RecordedEvent } from '../../platform/event-store/event-store.ts'
import { readIfThere } from '../../platform/event-store/streams.ts'

export type LoggedChange = RecordedEvent & TimelineEvent

type Known = { season: Position; settings: Position }

/** Players are not in it: their streams are gone once they are erased. Throws EventStoreUnavailable. */
export async function seasonTimeline(
  store: Pick<EventStore, 'read'>,
  seasonId: number,
  known: Known,
): Promise<LoggedChange[]> {
  const [own, league] = await Promise.all([
    readIfThere(store, seasonStream.stream(seasonId)),
    store.read(settings.stream()),
  ])
  const ofSeason = own as readonly (RecordedEvent & (SeasonEvent | RoundEvent))[]
  const ofSettings = league as readonly (RecordedEvent & SettingsEvent)[]
  const changes = [
    ...withoutPurged(ofSeason.filter(({ position }) => position <= known.season)),
    ...ofSettings.filter(({ position }) => position <= known.settings),
  ]
  return changes.sort((left, right) => (left.position < right.position ? -1 : 1))
}

/** Of a round that was purged, the past is gone as well. */
function withoutPurged<One extends SeasonEvent | RoundEvent>(events: readonly One[]): One[] {
  const purged = new Set(events.flatMap(({ type, data }) => (type === 'RoundPurged' ? data.roundId : [])))
  return events.filter((event) => !isRoundEvent(event) || !purged.has(event.data.roundId))
}
