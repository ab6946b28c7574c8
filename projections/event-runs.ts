import type { RecordedEvent } from '#platform/event-store'
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

/** Several events were taken at once, and one of them cannot be. */
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

/** Takes events into the tables of these models. Throws PoisonEvent, and what `inRuns` catches. */
export async function handleEach(
  read: Read,
  batch: readonly RecordedEvent[],
  options: { models: readonly ReadModel[]; together: boolean },
): Promise<void> {
  const { models, together } = options
  for (const run of runsOf(batch as readonly (RecordedEvent & LoggedEvent)[], together)) {
    const [first] = run
    try {
      for (const model of models) await handleRun(read, model, run)
    } catch (cause) {
      if (first && run.length === 1) throw new PoisonEvent(first, cause)
      throw new PoisonRun('One event of several cannot be projected', { cause })
    }
  }
  for (const model of models) await model.settle?.(read, batch as readonly LoggedEvent[])
}

async function handleRun(read: Read, model: ReadModel, run: readonly LoggedEvent[]) {
  const picks = model.handlePicks ? run.filter(isPick) : []
  if (picks.length > 0) await model.handlePicks?.(read, picks)
  else for (const event of run) await model.handle(read, event)
}

/** Picks that follow each other come together; every other event comes alone. */
function runsOf<E extends LoggedEvent>(batch: readonly E[], together: boolean): E[][] {
  const runs: E[][] = []
  for (const event of batch) {
    const last = runs.at(-1)
    if (together && last?.[0] && isPick(last[0]) && isPick(event)) last.push(event)
    else runs.push([event])
  }
  return runs
}

const isPick = (event: LoggedEvent): event is LoggedPick => event.stream.startsWith('pick-')
