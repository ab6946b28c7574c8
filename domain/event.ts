/** ISO 8601 in UTC with milliseconds, so that instants sort as text. */
export type Instant = string

/** Names and addresses are in that person's own stream, never here. */
export type Actor =
  | { kind: 'admin'; id: number }
  | { kind: 'player'; id: number }
  | { kind: 'scheduler' }
  | { kind: 'system' }

export type EventMetadata = {
  actor: Actor
  commandId: string
  correlationId: string
  causationId: string
  occurredAt: Instant
  reason?: string
  schemaVersion?: number
}

/** Text that sorts. An event that is only decided has no position yet. */
export type Placed = { position?: string }

export type Fold<State, Event> = { initial: State; evolve: (state: State, event: Event) => State }

export type Aggregate<State, Event, Id extends readonly unknown[]> = Fold<State, Event> & {
  stream: (...id: Id) => string
}
