import { type ErasedEvent, erasedStream, erasures, isErasure } from '../../domain/erasure.ts'
import { contentsDigestOf, type Digest, digestAt, digestOf } from '../event-store/event-digest.ts'
import type { EventStore, RecordedEvent } from '../event-store/event-store.ts'

export type ErasedPlaces = ReadonlyMap<number, Digest>

export async function erasedPlaces(store: EventStore): Promise<ErasedPlaces> {
  const gaps = await erasedGaps(store)
  return new Map(gaps.flatMap(({ place, digest }) => (place === undefined ? [] : [[place, digest]])))
}

export const erasedEventOf = (event: RecordedEvent, place?: number): ErasedEvent => ({
  ...{ revision: event.revision, digest: contentsDigestOf(event) },
  ...(place !== undefined && { place }),
})

export type Gap = { digest: Digest; place: number | undefined }

export async function erasedGaps(store: EventStore): Promise<Gap[]> {
  return (await store.read(erasures.stream())).flatMap(gapsOf)
}

export async function erasedStreams(store: EventStore): Promise<string[]> {
  return (await store.read(erasures.stream())).filter(isErasure).map(erasedStream)
}

/** None for an erasure that somebody has made unreadable. */
export function gapsOf(erasure: RecordedEvent): Gap[] {
  if (!isErasure(erasure)) return []
  const stream = erasedStream(erasure)
  return erasure.data.events.map(({ revision, digest, place }) => ({
    place,
    digest: digestAt(stream, revision, digest),
  }))
}

type Link = { digest: Digest; event: RecordedEvent | null }

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
