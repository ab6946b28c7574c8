/** An instant as ISO 8601 in UTC with milliseconds, so that instants sort as text. */
export type Instant = string

/** Who caused an event. Names and addresses stand in that person's own stream, never here. */
export type Actor =
  | { kind: 'admin'; id: number }
  | { kind: 'player'; id: number }
  | { kind: 'scheduler' }
  | { kind: 'system' }

/** Travels with every event beside its data. */
export type EventMetadata = {
  actor: Actor
  commandId: string
  correlationId: string
  causationId: string
  occurredAt: Instant
  /** Why, in the admin's own words, where one was given. */
  reason?: string
  /** Of the event's type; absent means the first. */
  schemaVersion?: number
}

/** How events add up to a state. */
export type Fold<State, Event> = { initial: State; evolve: (state: State, event: Event) => State }

/** A fold of everything in one stream, and which stream that is. */
export type Aggregate<State, Event, Id extends readonly unknown[]> = Fold<State, Event> & {
  stream: (...id: Id) => string
}
