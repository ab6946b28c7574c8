/**
 * What an append meets:
 * - `silence`: never an answer, and nothing is stored
 * - `silence after storing`: never an answer, although it is stored
 * - `cut after storing`: the connection breaks before the answer
 * - `commit timeout after storing`: stored here, and not on enough nodes in time
 * - `without a position`: stored, and answered as a repeat is while the first is on its way to the others
 * - `busy`, `not ready`: refused for now
 * - `internal`: as in a failover, with nothing stored
 * - `no leader`: there is none at the moment
 */
export type AppendFault =
  | 'silence'
  | 'silence after storing'
  | 'cut after storing'
  | 'commit timeout after storing'
  | 'without a position'
  | 'busy'
  | 'not ready'
  | 'internal'
  | 'no leader'

/** What an account may be allowed, each by itself. */
export type Right = 'read $all' | 'read' | 'write' | 'delete'

/** Switched on by tests, one node each. */
export type Faults = {
  /** What the next appends meet, one after the other. */
  appends: AppendFault[]
  /** What every append meets, until it is switched off. */
  everyAppend: AppendFault | null
  /** Reads and new subscriptions are never answered. */
  readsAreSilent: boolean
  /** New subscriptions are refused, and everything else is answered. */
  refusesSubscriptions: boolean
  /** Subscriptions bring every event two times. */
  deliversTwice: boolean
  /** Rights that the account lacks: by default an ordinary one may not read `$all`. */
  denied: Set<Right>
  /** No account is known, as in the first seconds of a secured server, or with another password. */
  knowsNobody: boolean
  /** Appends are too large for this server. */
  refusesSize: 'an append' | 'an event' | 'without a key' | null
}

export const noFaults = (): Faults => ({
  appends: [],
  everyAppend: null,
  readsAreSilent: false,
  refusesSubscriptions: false,
  deliversTwice: false,
  denied: new Set(),
  knowsNobody: false,
  refusesSize: null,
})
