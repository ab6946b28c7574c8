import { isDeepStrictEqual } from 'node:util'
import { admin } from '../../domain/admins/admin.ts'
import { admins } from '../../domain/admins/admins.ts'
import type { DomainEvent } from '../../domain/domain-event.ts'
import { erasures } from '../../domain/erasure.ts'
import { EVENT_TABLE, eventRow, type StreamKind } from '../../domain/event-table.ts'
import { pick } from '../../domain/picks/pick.ts'
import { player } from '../../domain/players/player.ts'
import { notices } from '../../domain/rounds/notices.ts'
import { seasonStream } from '../../domain/seasons/season-stream.ts'
import { logOwner } from '../../domain/settings/installation.ts'
import { league } from '../../domain/settings/league.ts'
import { linkKey } from '../../domain/settings/link-key.ts'
import { settings } from '../../domain/settings/settings.ts'
import type { RecordedEvent } from '../../platform/event-store/event-store.ts'

type Fold = { initial: unknown; evolve: (state: never, event: never) => unknown }

const FOLDS = {
  admin,
  admins,
  erasures,
  league,
  'link-key': linkKey,
  installation: logOwner,
  notices,
  pick,
  player,
  season: seasonStream,
  settings,
} satisfies Record<StreamKind, Fold>

/** Every type of event that there is. */
export const EVENT_TYPES: readonly string[] = Object.keys(EVENT_TABLE)

/** For the record alone: no state follows from them. */
const ONLY_TOLD: ReadonlySet<string> = new Set<DomainEvent['type']>([
  'PlayersReminded',
  'PickLinkResent',
  'PickLinkCopied',
  'PicksLookedAt',
  'PickLinksReplaced',
  'LeagueExported',
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
    const kind = eventRow(type)?.stream
    if (kind === undefined) return [`${type} in ${stream} is unknown`]
    if (!new RegExp(`^${kind}(-\\d+)*$`).test(stream)) return [`${type} does not belong in ${stream}`]
    const { initial, evolve }: Fold = FOLDS[kind]
    const before = states.get(stream) ?? initial
    const after = evolve(before as never, event as never)
    states.set(stream, after)
    return isDeepStrictEqual(before, after) && !ONLY_TOLD.has(type)
      ? [`${type} in ${stream} changes nothing: ${JSON.stringify(data)}`]
      : []
  })
}
