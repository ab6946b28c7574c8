import { erasures } from '../../domain/erasure.ts'
import type { RecordedEvent } from '../event-store/event-store.ts'
import { discrepancySentence } from '../integrity/discrepancy-sentence.ts'
import { type Gap, gapsOf } from '../integrity/erased-places.ts'
import type { Restart, SealRow } from '../integrity/hash-chain.ts'
import { checkChain, type LogCheck } from '../integrity/hash-chain-check.ts'
import type { EventLine, SealLine } from './league-export.ts'
import type { LeagueFile } from './league-file-reader.ts'
import type { PrivateLine } from './private-rows.ts'

export async function checkLeagueFile(
  file: LeagueFile,
  onEvents?: (count: number) => void,
): Promise<LogCheck> {
  const restarts: Restart[] = []
  for await (const seal of sealsIn(file)) if (seal.digests.length === 0) restarts.push(seal)
  const gaps: Gap[] = []
  for await (const event of eventsIn(file))
    if (event.stream === erasures.stream()) gaps.push(...gapsOf(event))
  const chain = { seals: sealsIn(file), events: eachAlone(eventsIn(file)), gaps, restarts }
  return checkChain(chain, { now: null, ...(onEvents && { onEvents }) })
}

export function whyUnproven({ seals, discrepancies: [first, ...others] }: LogCheck): string | null {
  if (seals === 0) return 'it has no seals, so nothing proves its events'
  if (!first) return null
  const more = others.length === 0 ? '' : `, and ${others.length} more`
  return `it contradicts its seals: ${discrepancySentence(first)}${more}`
}

export const privateLinesIn = (file: LeagueFile) => file.lines('private.ndjson') as AsyncIterable<PrivateLine>

export const eventsIn = (file: LeagueFile) => file.lines('events.ndjson') as AsyncIterable<EventLine>

export async function* sealsIn(file: LeagueFile): AsyncGenerator<SealRow, void> {
  for await (const line of file.lines('seals.ndjson') as AsyncIterable<SealLine>) {
    const { number, events, position, digests, head, sealedAt } = line
    yield {
      ...{ number, events, position, sealed_at: sealedAt },
      digests: Buffer.from(digests, 'base64'),
      head: Buffer.from(head, 'hex'),
    }
  }
}

async function* eachAlone(events: AsyncIterable<RecordedEvent>): AsyncGenerator<[RecordedEvent], void> {
  for await (const event of events) yield [event]
}
