import { isDeepStrictEqual } from 'node:util'
import { AGGREGATES } from '../../domain/aggregates.ts'
import type { DomainEvent } from '../../domain/domain-event.ts'
import { EVENT_TABLE, findDescriptor } from '../../domain/event-table.ts'
import type { RecordedEvent } from '../../platform/event-store/event-store.ts'

/** Every type of event that there is. */
export const EVENT_TYPES: readonly string[] = Object.keys(EVENT_TABLE)

/** For the record alone: no state follows from them. */
const ONLY_TOLD: ReadonlySet<string> = new Set<DomainEvent['type']>([
  'PlayersReminded',
  'PickLinkResent',
  'PickLinkCopied',
  'PicksLookedAt',
  'RoundCopied',
  'SeasonCopied',
  'LeagueExported',
  'BackupDownloaded',
  'AdminPasswordChanged',
  'AdminSignedOut',
  'AdminSignedIn',
  'AdminLinkMailed',
  'SecondFactorTurnedOn',
  'SecondFactorTurnedOff',
  'SecondFactorReset',
  'RecoveryCodesReplaced',
])

/** What is wrong with the log: an unknown type, a stream where it does not belong, an event that changes nothing. */
export function problemsOfLog(events: readonly RecordedEvent[]): string[] {
  const states = new Map<string, unknown>()
  return events.flatMap((event) => {
    const { stream, type, data } = event
    const kind = findDescriptor(type)?.stream
    if (kind === undefined) return [`${type} in ${stream} is unknown`]
    if (!new RegExp(`^${kind}(-\\d+)*$`).test(stream)) return [`${type} does not belong in ${stream}`]
    const { initial, evolve } = AGGREGATES[kind]
    const before = states.get(stream) ?? initial
    const after = evolve(before as never, event as never)
    states.set(stream, after)
    return isDeepStrictEqual(before, after) && !ONLY_TOLD.has(type)
      ? [`${type} in ${stream} changes nothing: ${JSON.stringify(data)}`]
      : []
  })
}
