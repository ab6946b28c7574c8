import type { Faults } from './faults.ts'
import type { ServerLog } from './server-log.ts'

export type Address = { host: string; port: number }

/** One server of a cluster: what it keeps, who leads it, and what is wrong with it. */
export type Node = {
  log: ServerLog
  faults: Faults
  /** Null when this node leads itself. */
  leader: Address | null
  subscriptions: Set<{ fallSilent(): void; breakOff(): void }>
}
