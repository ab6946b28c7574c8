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

/** What a fold is made of: where an aggregate's events stand and how they add up to its state. */
export type Aggregate<State, Event, Id extends readonly unknown[]> = {
  stream: (...id: Id) => string
  initial: State
  evolve: (state: State, event: Event) => State
}
