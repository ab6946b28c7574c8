import { LRUCache } from 'lru-cache'
import { AGGREGATES } from '../../domain/aggregates.ts'
import type { Aggregate } from '../../domain/event.ts'
import type { RoundEvent } from '../../domain/rounds/round.ts'
import type { SeasonEvent } from '../../domain/seasons/season.ts'
import { type SeasonAndRounds, seasonStream } from '../../domain/seasons/season-stream.ts'
import { streamIdOf } from '../../domain/stream-id.ts'
import type { EventStore, Position, RecordedEvent } from './event-store.ts'
import { readIfThere } from './streams.ts'

export type Chapter<Event = RecordedEvent, State = unknown> = { event: Event; before: State; after: State }

export type SeasonChapter = Chapter<RecordedEvent & (SeasonEvent | RoundEvent), SeasonAndRounds>

export type Chronicle = ReturnType<typeof openChronicle>

const STREAMS_MAX = 1_000

/** The log as one answer looks into it: each stream is read once, and folded as far as it is looked at. */
export function openChronicle(store: Pick<EventStore, 'read'>) {
  const read = new LRUCache<string, Promise<readonly Chapter[]>>({ max: STREAMS_MAX })
  const of = (stream: string) => {
    const known = read.get(stream) ?? readIfThere(store, stream).then((events) => folded(stream, events))
    read.set(stream, known)
    return known
  }
  return {
    /** Empty for a stream that was deleted for ever. Throws EventStoreUnavailable. */
    of,
    ofSeason: async (seasonId: number) =>
      (await of(seasonStream.stream(seasonId))) as readonly SeasonChapter[],
    before: async <State, Event, Id extends readonly unknown[]>(
      { stream, initial }: Aggregate<State, Event, Id>,
      id: Id,
      position: Position,
    ) => {
      const last = (await of(stream(...id))).findLast(({ event }) => event.position < position)
      return (last ? last.after : initial) as State
    },
  }
}

function folded(stream: string, events: readonly RecordedEvent[]): Chapter[] {
  if (events.length === 0) return []
  const { initial, evolve } = AGGREGATES[streamIdOf(stream).kind]
  const states = [initial]
  const stateAfter = (count: number) => {
    for (const event of events.slice(states.length - 1, count)) {
      states.push(evolve(states.at(-1) as never, event as never))
    }
    return states[count]
  }
  return events.map((event, index) => ({
    event,
    get before() {
      return stateAfter(index)
    },
    get after() {
      return stateAfter(index + 1)
    },
  }))
}
