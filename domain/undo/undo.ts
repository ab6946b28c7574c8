import type { DomainEvent } from '../domain-event.ts'
import type { Fold } from '../event.ts'
import type { Undoing } from '../event-descriptor.ts'
import { descriptorOf } from '../event-table.ts'
import { Refusal } from '../refusal.ts'

export function inverseOfAll<State, Event extends DomainEvent>(
  { initial, evolve }: Fold<State, Event>,
  events: readonly Event[],
  indexes: readonly number[],
  undo: (undoing: Undoing<State, Event>) => Event[],
): Event[] {
  const unchanged = indexes.filter((index) => laterChange(events, index) === null)
  if (unchanged.length === 0) throw new Refusal('changed-later')
  requireUntouched(events, indexes)
  const states = [initial]
  let now = initial
  for (const event of events) {
    now = evolve(now, event)
    states.push(now)
  }
  const inverted = unchanged.toReversed().flatMap((index) => {
    const event = events[index] as Event
    const undone: Event[] = undo({ event, before: states[index] as State, now })
    for (const one of undone) now = evolve(now, one)
    return undone
  })
  if (inverted.length === 0) throw new Refusal('undone-already')
  return inverted
}

/** Of sports that are undone as one, or of a season with its sports, no event of a sport may have come since. */
function requireUntouched(events: readonly DomainEvent[], indexes: readonly number[]) {
  const touched = indexes.flatMap((index) => {
    const event = events[index]
    if (!event || !descriptorOf(event.type).wholeCommand) return []
    const since = events.slice(index + 1).flatMap(({ data }) => ('roundId' in data ? data.roundId : []))
    const { roundId } = { roundId: null, ...event.data }
    return roundId === null ? since : since.filter((id) => id === roundId)
  })
  if (touched.length === 0) return
  const names = [...new Set(touched)].flatMap((id) => lastNameOf(id, events) ?? [])
  throw new Refusal('copies-changed-later', { sports: names })
}

function lastNameOf(roundId: number, events: readonly DomainEvent[]): string | undefined {
  const named = events.flatMap(({ data }) =>
    'sportName' in data && data.roundId === roundId ? data.sportName : [],
  )
  return named.at(-1)
}

export function laterChange(events: readonly DomainEvent[], index: number): number | null {
  const event = events[index]
  if (!event) return null
  const subject = subjectOf(event)
  const later = events.findIndex((other, at) => at > index && subjectOf(other) === subject)
  return later === -1 ? null : later
}

function subjectOf({ type, data }: DomainEvent): string {
  const { about = type } = descriptorOf(type)
  const of =
    'roundId' in data ? data.roundId : about === 'participant' && 'playerId' in data ? data.playerId : ''
  return `${about} ${of}`
}
