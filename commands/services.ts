import type { Settings } from '../domain/settings/settings.ts'
import type { Ids } from '../platform/database/ids.ts'
import type { Locks } from '../platform/database/locks.ts'
import type { PrivateSchema } from '../platform/database/private-schema.ts'
import type { EventStore } from '../platform/event-store/event-store.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { Projector } from '../projections/engine/projector.ts'
import type { Read } from '../projections/read-models/read-tables.ts'
import type { Passwords } from './accounts/passwords.ts'

type Log = Record<'warn' | 'error', (what: { err: unknown }, message: string) => void>

export type CommandServices = {
  log: Log
  store: EventStore
  read: Read
  privateSchema: PrivateSchema
  projector: Projector
  clock: Clock
  ids: Ids
  locks: Locks
  passwords: Passwords
  /** Ids of commands whose effect the read tables did not show in time. */
  notShown: Set<string>
  /** How long after its lock time a sport locks: until then a pick that was received in time may reach the log, and clocks differ by at most half of it. */
  lockSettleMs: number
  /** Tells two addresses apart without telling them. */
  addressKey: (address: string) => string
  settingsNow: () => Promise<Settings>
  settings: { appUrl: string }
  factorKey: Buffer
}
