import { setTimeout as sleep } from 'node:timers/promises'
import { v5 as uuidv5 } from 'uuid'
import type { Actor, Aggregate, EventMetadata, Instant } from '../../domain/event.ts'
import { noteAppended } from '../request-scope.ts'
import { jitteredPauseMs } from '../time/pauses.ts'
import {
  EventIdTaken,
  type EventStore,
  EventStoreUnavailable,
  type LastIds,
  type NewEvent,
  type Position,
  type RecordedEvent,
  RevisionConflict,
} from './event-store.ts'
import { type Folded, lastRevision, statesIn, withMore } from './states.ts'
import { schemaVersionOf } from './upcasting.ts'

const ATTEMPTS_MAX = 20

export type Command = {
  /** UUID. A repeated command has the same, and changes nothing a second time. */
  id: string
  actor: Actor
  occurredAt: Instant
  reason?: string
  correlationId?: string
  causationId?: string
}

export const partOf = (commandId: string, part: string): string => uuidv5(part, commandId)

type DomainEvent = { type: string; data: unknown }

export type Load = <State, Event extends DomainEvent, Id extends readonly unknown[]>(
  aggregate: Aggregate<State, Event, Id>,
  ...id: Id
) => Promise<State>

export type Transaction<State, Event extends DomainEvent, Id extends readonly unknown[]> = {
  aggregate: Aggregate<State, Event, Id>
  id: Id
  command: Command
  /** Streams of which the append tells the last event. */
  lastIdsOf?: readonly string[]
  /** Nothing when it has happened already, or throws a refusal. May be called more than once. */
  decide: (state: State, load: Load) => readonly Event[] | Promise<readonly Event[]>
}

export type Transacted<State, Event> = {
  events: readonly Event[]
  /** The last event that the state rests on, by this command or not; null without events. */
  position: Position | null
  state: State
  eventIds: readonly string[]
  /** Of the streams in `lastIdsOf`, as of the append; empty where it did not tell. */
  lastIds: LastIds
}

export class StreamContended extends Error {
  readonly stream: string

  constructor(stream: string, cause: unknown) {
    super(`Stream ${stream} is too busy: gave up after ${ATTEMPTS_MAX} attempts`, { cause })
    this.name = 'StreamContended'
    this.stream = stream
  }
}

/** Decides on the state in memory; the append proves that it was the latest. Throws StreamTombstoned and StreamContended. */
export async function transact<State, Event extends DomainEvent, Id extends readonly unknown[]>(
  store: EventStore,
  transaction: Transaction<State, Event, Id>,
): Promise<Transacted<State, Event>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const done = attempt === 1 ? await attemptInMemory(store, transaction) : null
      return done ?? (await attemptOnce(store, transaction))
    } catch (error) {
      if (!isLostRace(error)) throw error
      if (attempt === ATTEMPTS_MAX)
        throw new StreamContended(transaction.aggregate.stream(...transaction.id), error)
      await sleep(jitteredPauseMs({ attempt, firstMs: 2, longestMs: 100 }))
    }
  }
}

export async function load<State, Event extends DomainEvent, Id extends readonly unknown[]>(
  store: EventStore,
  aggregate: Aggregate<State, Event, Id>,
  ...id: Id
): Promise<State> {
  return (await current(store, aggregate, id)).state
}

export async function loadWithIds<State, Event extends DomainEvent, Id extends readonly unknown[]>(
  store: EventStore,
  aggregate: Aggregate<State, Event, Id>,
  ...id: Id
): Promise<{ state: State; eventIds: readonly string[] }> {
  const { state, ids } = await current(store, aggregate, id)
  return { state, eventIds: ids }
}

export function loadFrom(store: EventStore): Load {
  return (aggregate, ...id) => load(store, aggregate, ...id)
}

/** Streams as they ended at an append, from memory where it is kept. What the append did not tell is read. */
export function loadAsOf(store: EventStore, lastIds: LastIds): Load {
  return async (aggregate, ...id) => {
    const stream = aggregate.stream(...id)
    return (await statesIn(store).endingWith(lastIds.get(stream), aggregate, stream)).state
  }
}

const loadLatest =
  (store: EventStore): Load =>
  async (aggregate, ...id) =>
    (await statesIn(store).latest(aggregate, aggregate.stream(...id))).state

function current<State, Event extends DomainEvent, Id extends readonly unknown[]>(
  store: EventStore,
  aggregate: Aggregate<State, Event, Id>,
  id: Id,
): Promise<Folded<State>> {
  return statesIn(store).current(aggregate, aggregate.stream(...id))
}

async function attemptInMemory<State, Event extends DomainEvent, Id extends readonly unknown[]>(
  store: EventStore,
  { aggregate, id, command, lastIdsOf, decide }: Transaction<State, Event, Id>,
): Promise<Transacted<State, Event> | null> {
  const stream = aggregate.stream(...id)
  const before = await statesIn(store).latest(aggregate, stream)
  if (wasDone(before, stream, command)) return null
  const ask = async () => decide(before.state, loadLatest(store))
  const events = await ask().catch((error: unknown) => {
    if (error instanceof EventStoreUnavailable) throw error
    return []
  })
  if (events.length === 0) return null
  return append(store, stream, { before, command, events, lastIdsOf })
}

async function attemptOnce<State, Event extends DomainEvent, Id extends readonly unknown[]>(
  store: EventStore,
  { aggregate, id, command, lastIdsOf, decide }: Transaction<State, Event, Id>,
): Promise<Transacted<State, Event>> {
  const stream = aggregate.stream(...id)
  const before = await current(store, aggregate, id)
  const isDone = wasDone(before, stream, command)
  const events = isDone ? [] : await decide(before.state, loadFrom(store))
  if (events.length > 0) return append(store, stream, { before, command, events, lastIdsOf })
  const done = isDone
    ? (await store.read(stream)).filter(({ metadata }) => metadata.commandId === command.id)
    : []
  return { ...transacted(before), events: domainEvents<Event>(done) }
}

const wasDone = ({ ids }: Pick<Folded, 'ids'>, stream: string, { id }: Command) =>
  ids.includes(eventId(stream, id, 0))

type Appending<State, Event> = {
  before: Folded<State>
  command: Command
  events: readonly Event[]
  lastIdsOf: readonly string[] | undefined
}

async function append<State, Event extends DomainEvent>(
  store: EventStore,
  stream: string,
  { before, command, events, lastIdsOf = [] }: Appending<State, Event>,
): Promise<Transacted<State, Event>> {
  const added = newEvents(stream, command, events)
  const expected = before.ids.length === 0 ? 'no_stream' : lastRevision(before)
  let ends: LastIds = new Map()
  const after = await statesIn(store).keeping(stream, async () => {
    const { position, revision, lastIds } = await store.append(stream, added, expected, lastIdsOf)
    ends = lastIds ?? ends
    noteAppended()
    const folded = withMore(
      before,
      added.map((event) => ({ ...event, position })),
    )
    // Another process has done this command, after events that are not known here.
    if (revision !== lastRevision(folded)) throw new EventIdTaken(stream)
    return folded
  })
  return { ...transacted(after), events, lastIds: ends }
}

const transacted = <State>({ position, state, ids }: Folded<State>) => ({
  ...{ position, state, eventIds: ids, lastIds: new Map() as LastIds },
})

function newEvents(stream: string, command: Command, events: readonly DomainEvent[]): NewEvent[] {
  const metadata = metadataOf(command)
  return events.map(({ type, data }, index) => ({
    id: eventId(stream, command.id, index),
    type,
    data,
    metadata: { ...metadata, ...versionOf(type) },
  }))
}

/** The same whenever the command is repeated. */
const eventId = (stream: string, commandId: string, index: number) => uuidv5(`${stream}/${index}`, commandId)

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

function domainEvents<Event extends DomainEvent>(recorded: readonly RecordedEvent[]): readonly Event[] {
  return recorded as readonly unknown[] as readonly Event[]
}

/** A taken id is this command, sent twice at once: its events are in the stream at the next look. */
function isLostRace(error: unknown) {
  return error instanceof RevisionConflict || error instanceof EventIdTaken
}
