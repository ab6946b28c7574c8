import type { Instant } from '../../domain/event.ts'
import type { Services } from '../services.ts'

/** Safe to run twice, late, or on two machines at once. */
export type Job = { name: string; every: string; run: (services: Services) => Promise<void> }

const HITCHES = 2
const LOGGED_EVERY = 60

/** Failures neither end it nor fill the log. */
export function watchJob(
  name: string,
  work: () => Promise<void>,
  { log, clock, onJobRun }: Pick<Services, 'log' | 'clock' | 'onJobRun'>,
) {
  let failures = 0
  let failingSince: Instant | null = null
  return {
    /** Nothing personal; null while all goes well, or after two failures. */
    failure: () => (failures > HITCHES ? `The job '${name}' has been failing since ${failingSince}` : null),
    run: async () => {
      try {
        await work()
        if (failures > 0) log.info({ job: name, failures }, 'a job works again')
        failures = 0
        onJobRun?.(name, 'done')
      } catch (error) {
        if (failures === 0) failingSince = clock.now()
        if (failures % LOGGED_EVERY === 0) {
          log.error({ err: error, job: name, failures: failures + 1 }, 'a job failed and will run again')
        }
        failures += 1
        onJobRun?.(name, 'failed')
      }
    },
  }
}

/** Throws AggregateError once all have been tried. */
export async function eachRound<Round>(
  rounds: readonly Round[],
  work: (round: Round) => Promise<unknown>,
): Promise<void> {
  const outcomes = await Promise.allSettled(rounds.map(work))
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} of ${rounds.length} rounds failed`)
  }
}
