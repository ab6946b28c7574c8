import type { Compilable } from 'kysely'
import { EVENT_TABLE } from '../../domain/event-table.ts'
import type { RecordedEvent } from '../../platform/event-store/event-store.ts'
import type { LoggedEvent, LoggedPick, Read, ReadModel } from './read-model.ts'

/** A handler failed on an event: the projection stands still before it until that is mended, and skips nothing. */
export class PoisonEvent extends Error {
  /** Private, so that no log prints what the event holds: names, addresses, sealed picks. */
  readonly #event: RecordedEvent

  constructor(event: RecordedEvent, cause: unknown) {
    super(`${event.type} at position ${event.position} (${event.stream}) cannot be projected`, { cause })
    this.name = 'PoisonEvent'
    this.#event = event
  }

  get event(): RecordedEvent {
    return this.#event
  }
}

/** Several picks were taken at once, and one of them cannot be. */
class PoisonRun extends Error {}

/**
 * Does the work with picks in runs, and when that fails once more one by one, so that the one event is found that cannot be
 * taken. Each time is a transaction of its own. Throws PoisonEvent.
 */
export async function inRuns(work: (together: boolean) => Promise<void>): Promise<void> {
  try {
    await work(true)
  } catch (error) {
    if (!(error instanceof PoisonRun)) throw error
    await work(false)
  }
}

type Options = {
  models: readonly ReadModel[]
  together: boolean
  /** Behind each step, so that others have their turn. */
  breathe?: () => Promise<unknown>
}

/** Takes events into the tables of these models. Throws PoisonEvent, and what `inRuns` catches. */
export async function handleEach(
  read: Read,
  batch: readonly RecordedEvent[],
  { models, together, breathe = async () => {} }: Options,
): Promise<void> {
  const each = { models, breathe }
  for (const run of runsOf(batch as readonly Logged[])) {
    if (!isPicks(run)) await handleRun(read, run, each)
    else if (together) await handlePicks(read, run, each)
    else for (const event of run) await handlePicks(read, [event], each)
  }
}

/** All that a batch changes that holds nothing but picks; null for every other, and where one cannot be taken. */
export function writesOfPicks(
  read: Read,
  batch: readonly RecordedEvent[],
  models: readonly ReadModel[],
): readonly Compilable[] | null {
  const logged = batch as readonly Logged[]
  try {
    return isPicks(logged) ? writesOf(read, logged, models) : null
  } catch {
    return null
  }
}

const writesOf = (read: Read, picks: readonly LoggedPick[], models: readonly ReadModel[]) =>
  models.flatMap((model) => model.writePicks?.(read, picks) ?? [])

type Logged = RecordedEvent & LoggedEvent

type Each = Required<Omit<Options, 'together'>>

async function handlePicks(read: Read, picks: readonly (Logged & LoggedPick)[], { models, breathe }: Each) {
  try {
    for (const write of writesOf(read, picks, models)) {
      await read.executeQuery(write.compile())
      await breathe()
    }
  } catch (cause) {
    const [first] = picks
    if (first && picks.length === 1) throw new PoisonEvent(first, cause)
    throw new PoisonRun('One pick of several cannot be projected', { cause })
  }
}

async function handleRun(read: Read, run: readonly Logged[], { models, breathe }: Each) {
  for (const event of run) {
    try {
      if (!isPick(event)) for (const model of models) await model.handle(read, event)
      await breathe()
    } catch (cause) {
      throw new PoisonEvent(event, cause)
    }
  }
  for (const { settle } of models) {
    if (!settle) continue
    await settle(read, run)
    await breathe()
  }
}

/** Picks that follow each other, and what comes between them. */
function runsOf(batch: readonly Logged[]): Logged[][] {
  const runs: Logged[][] = []
  for (const event of batch) {
    const last = runs.at(-1)
    if (last?.[0] && isPick(last[0]) === isPick(event)) last.push(event)
    else runs.push([event])
  }
  return runs
}

const isPicks = (run: readonly Logged[]): run is (Logged & LoggedPick)[] => run.every(isPick)

const isPick = (event: LoggedEvent): event is LoggedPick => EVENT_TABLE[event.type].stream === 'pick'
