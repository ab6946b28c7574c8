import { setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { v5 as uuidv5 } from 'uuid'
import type { Actor, Aggregate, EventMetadata, Instant } from '../../domain/event.ts'
import { jitteredPauseMs } from '../time/pauses.ts'
import {
  EventIdTaken,
  type EventStore,
  type Expected,
  type NewEvent,
  type Position,
  type RecordedEvent,
  RevisionConflict,
} from './event-store.ts'
import { schemaVersionOf } from './upcasting.ts'

const ATTEMPTS_MAX = 20
const FOLDED_EVENTS_MAX = 50_000

/** A state, and what must be known of each event that it rests on. */
type Folded<State = unknown> = { state: State; events: readonly Known[]; evolve: unknown }
type Known = { id: string; commandId: string; position: Position; revision: number }

const foldedByStore = new WeakMap<EventStore, LRUCache<string, Folded>>()

function foldedIn(store: EventStore): LRUCache<string, Folded> {
  const folded =
    foldedByStore.get(store) ??
    new LRUCache<string, Folded>({
      maxSize: FOLDED_EVENTS_MAX,
      sizeCalculation: ({ events }) => events.length + 1,
    })
  foldedByStore.set(store, folded)
  return folded
}

export type Command = {
  /** UUID. A repeated command has the same, and changes nothing a second time. */
  id: string
  actor: Actor
  occurredAt: Instant
  reason?: string
  /** Default to the command's own id. */
  correlationId?: string
  causationId?: string
}

/** The id of one of several commands that belong to one. */
export const partOf = (commandId: string, part: string): string => uuidv5(part, commandId)

type DomainEvent = { type: string; data: unknown }

export type Transaction<State, Event extends DomainEvent, Id extends readonly unknown[]> = {
  aggregate: Aggregate<State, Event, Id>
  id: Id
  command: Command
  /**
   * Returns what happens, nothing when it has happened already, or throws a refusal. May be asked more than once. May wait
   * for what is read beside the stream.
   */
  decide: (state: State) => readonly Event[] | Promise<readonly Event[]>
  /** Between two attempts, which count from 1. */
  pause?: (attempt: number) => Promise<void>
}

export type Transacted<State, Event> = {
  events: readonly Event[]
  /** The last event that the state rests on, whether this command added it or not; null for a stream without events. */
  position: Position | null
  state: State
  /** Of all events that the state rests on, in their order. */
  eventIds: readonly string[]
}

/** So many others wrote to the stream at the same time that this command never had its turn. Trying later helps. */
export class StreamContended extends Error {
  readonly stream: string

  constructor(stream: string, cause: unknown) {
    super(`Stream ${stream} is too busy: gave up after ${ATTEMPTS_MAX} attempts`, { cause })
    this.name = 'StreamContended'
    this.stream = stream
  }
}

/**
 * Reads, folds, decides and appends, and decides again on fresh state when somebody else was faster.
 * Throws what `decide` throws, StreamTombstoned, and StreamContended.
 */
export async function transact<State, Event extends DomainEvent, Id extends readonly unknown[]>(
  store: EventStore,
  transaction: Transaction<State, Event, Id>,
): Promise<Transacted<State, Event>> {
  const pause = transaction.pause ?? jitteredPause
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(store, transaction)
    } catch (error) {
      if (!isLostRace(error)) throw error
      if (attempt === ATTEMPTS_MAX)
        throw new StreamContended(transaction.aggregate.stream(...transaction.id), error)
      await pause(attempt)
    }
  }
}

/** The state of an aggregate as its events add up to it. Throws StreamTombstoned. */
export async function load<State, Event extends DomainEvent, Id extends readonly unknown[]>(
  store: EventStore,
  aggregate: Aggregate<State, Event, Id>,
  ...id: Id
): Promise<State> {
  return (await folded(store, aggregate, aggregate.stream(...id))).state
}

/** The same, with the ids of the events in their order. */
export async function loadWithIds<State, Event extends DomainEvent, Id extends readonly unknown[]>(
  store: EventStore,
  aggregate: Aggregate<State, Event, Id>,
  ...id: Id
): Promise<{ state: State; eventIds: string[] }> {
  const { state, events } = await folded(store, aggregate, aggregate.stream(...id))
  return { state, eventIds: events.map(({ id }) => id) }
}

/** What was folded once is kept, and only what came since is read. */
async function folded<State, Event extends DomainEvent, Id extends readonly unknown[]>(
  store: EventStore,
  aggregate: Aggregate<State, Event, Id>,
  stream: string,
): Promise<Folded<State>> {
  const kept = foldedIn(store)
  const known = keptBy(kept, aggregate, stream) ?? nothingOf(aggregate)
  const last = known.events.at(-1)
  const recorded = await store.read(stream, last?.revision)
  // A restored backup, or a failover to a copy that was behind, has another past.
  const isSamePast = last === undefined || recorded[0]?.id === last.id
  const [before, since] = isSamePast
    ? [known, last ? recorded.slice(1) : recorded]
    : [nothingOf(aggregate), await store.read(stream)]
  const now = withMore(aggregate, before, domainEvents<Event>(since), since.map(knownOf))
  kept.set(stream, now)
  return now
}

const nothingOf = <State>({ initial, evolve }: { initial: State; evolve: unknown }): Folded<State> => ({
  state: initial,
  events: [],
  evolve,
})

/** An undo folds a stream in a way of its own. */
function keptBy<State>(
  kept: LRUCache<string, Folded>,
  { evolve }: { evolve: (state: State, event: never) => State },
  stream: string,
): Folded<State> | null {
  const known = kept.get(stream)
  // What was folded by the same function is its state.
  return known?.evolve === evolve ? (known as Folded<State>) : null
}

const knownOf = ({ id, metadata, position, revision }: RecordedEvent): Known => ({
  id,
  commandId: metadata.commandId,
  position,
  revision,
})

function withMore<State, Event>(
  aggregate: { evolve: (state: State, event: Event) => State },
  { state, events }: Folded<State>,
  since: readonly Event[],
  known: readonly Known[],
): Folded<State> {
  const { evolve } = aggregate
  return known.length === 0
    ? { state, events, evolve }
    : { state: since.reduce(evolve, state), events: [...events, ...known], evolve }
}

async function attemptOnce<State, Event extends DomainEvent, Id extends readonly unknown[]>(
  store: EventStore,
  { aggregate, id, command, decide }: Transaction<State, Event, Id>,
): Promise<Transacted<State, Event>> {
  const stream = aggregate.stream(...id)
  const before = await folded(store, aggregate, stream)
  const isDone = before.events.some(({ commandId }) => commandId === command.id)
  const events = isDone ? [] : await decide(before.state)
  if (events.length === 0) {
    const done = isDone
      ? (await store.read(stream)).filter(({ metadata }) => metadata.commandId === command.id)
      : []
    return { ...transacted(before), events: domainEvents<Event>(done) }
  }

  const expected: Expected = before.events.at(-1)?.revision ?? 'no_stream'
  const added = newEvents(stream, command, events)
  const { position, revision } = await store.append(stream, added, expected)
  const known = added.map(({ id }, index) => ({
    ...{ id, commandId: command.id, position, revision: revision - added.length + 1 + index },
  }))
  const after = withMore(aggregate, before, events, known)
  return { ...transacted(after), events }
}

function transacted<State>({ state, events }: Folded<State>) {
  return { position: events.at(-1)?.position ?? null, state, eventIds: events.map(({ id }) => id) }
}

function newEvents(stream: string, command: Command, events: readonly DomainEvent[]): NewEvent[] {
  const metadata = metadataOf(command)
  return events.map(({ type, data }, index) => ({
    id: uuidv5(`${stream}/${index}`, command.id),
    type,
    data,
    metadata: { ...metadata, ...versionOf(type) },
  }))
}

/** The first version of a type goes without saying. */
function versionOf(type: string): Pick<EventMetadata, 'schemaVersion'> {
  const schemaVersion = schemaVersionOf(type)
  return schemaVersion === 1 ? {} : { schemaVersion }
}

function metadataOf({ id, actor, occurredAt, reason, correlationId, causationId }: Command): EventMetadata {
  return {
    actor,
    commandId: id,
    correlationId: correlationId ?? id,
    causationId: causationId ?? id,
    occurredAt,
    ...(reason === undefined ? {} : { reason }),
  }
}

/** What stands in an aggregate's stream was written by its own decisions: the log keeps the type of each event. */
function domainEvents<Event extends DomainEvent>(recorded: readonly RecordedEvent[]): readonly Event[] {
  return recorded as readonly unknown[] as readonly Event[]
}

/** A taken id is this very command, sent twice at once: its events stand in the stream at the next look. */
function isLostRace(error: unknown) {
  return error instanceof RevisionConflict || error instanceof EventIdTaken
}

async function jitteredPause(attempt: number) {
  await setTimeout(jitteredPauseMs({ attempt, firstMs: 2, longestMs: 100 }))
}
