import { sealLog } from '../../platform/integrity/hash-chain.ts'
import type { Services } from '../services.ts'

/** Within a second or so: what was sealed at a lock can be published while everybody still remembers it. */
export function sealNewEvents({ kysely, rawEventStore, clock }: Services): Promise<void> {
  return sealLog({ kysely, store: rawEventStore, clock })
}
