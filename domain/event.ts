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

/** What the log adds to an event. One that is only decided has none of it yet. */
export type Placed = {
  id?: string
  /** Text that sorts. */
  position?: string
  metadata?: Pick<EventMetadata, 'occurredAt'> & Partial<Pick<EventMetadata, 'actor' | 'reason'>>
}

/** Empty text, which sorts before every instant, for an event that is only decided. */
export const atOf = ({ metadata }: Placed): Instant => metadata?.occurredAt ?? ''

export type Fold<State, Event> = { initial: State; evolve: (state: State, event: Event) => State }

export type Aggregate<State, Event, Id extends readonly unknown[]> = Fold<State, Event> & {
  stream: (...id: Id) => string
}
