import { type ErasureEvent, erasures } from '../../domain/erasure.ts'
import { type Digest, digestOf, isOfPerson } from '../event-store/event-digest.ts'
import type { EventStore, RecordedEvent } from '../event-store/event-store.ts'

/** The digests of erased events by the link of the hash chain that each is, from 1. */
export type ErasedPlaces = ReadonlyMap<number, Digest>

/** As the erasures in the log have them. */
export async function erasedPlaces(store: EventStore): Promise<ErasedPlaces> {
  const events = await store.read(erasures.stream())
  return new Map(
    events.flatMap(({ data }) => {
      const { digests, places = [] } = data as ErasureEvent['data']
      return places.flatMap((place, index): [number, Digest][] => {
        const digest = digests[index] ?? ''
        return isOfPerson(digest) ? [[place, digest]] : []
      })
    }),
  )
}

/** A link of the chain: an event, or what an erased one has left. */
export type Link = { digest: Digest; event: RecordedEvent | null }

/**
 * The links that events of the log make, those of erased events among them in their places.
 * @param before how many links come before the first of these.
 */
export function linksOf(
  events: readonly RecordedEvent[],
  gone: ErasedPlaces,
  before: number,
  digestedBy = digestOf,
): Link[] {
  const links: Link[] = []
  for (const event of events) {
    const digest = digestedBy(event)
    for (;;) {
      const erased = gone.get(before + links.length + 1)
      // Until its stream is closed, the event is there as well.
      if (erased === undefined || erased === digest) break
      links.push({ digest: erased, event: null })
    }
    links.push({ digest, event })
  }
  return links
}
