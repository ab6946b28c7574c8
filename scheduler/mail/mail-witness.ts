import type { Instant } from '../../domain/event.ts'
import type { MailRow } from '../../platform/database/private-schema.ts'
import { type PublishedSeal, sealForPosition, sealLog } from '../../platform/integrity/hash-chain.ts'
import type { Part } from '../../platform/mail/email-content.ts'
import { later } from '../../platform/time/clock.ts'
import { formatTime } from '../../platform/time/time-zone.ts'
import type { Services } from '../services.ts'
import type { MailFacts } from './mail-facts.ts'
import { isMadeFrom } from './mail-templates.ts'

const WAIT_MAX_MS = 60_000
const WAIT_MS = 10_000
const HEAD_DIGITS = 16

/** Or until when to wait for it; null where there is none. */
export async function findWitness(
  { kysely, rawEventStore: store, clock }: Pick<Services, 'kysely' | 'rawEventStore' | 'clock'>,
  { template, position, created_at }: Pick<MailRow, 'template' | 'position' | 'created_at'>,
  now: Instant,
): Promise<PublishedSeal | { waitUntil: Instant } | null> {
  if (position === null || !isMadeFrom(template, 'seal')) return null
  const known = await sealForPosition(kysely, position)
  if (known) return known
  // The job says what is wrong when it cannot.
  await sealLog({ kysely, store, clock }).catch(() => {})
  const made = await sealForPosition(kysely, position)
  if (made) return made
  const end = later(created_at, WAIT_MAX_MS)
  const again = later(now, WAIT_MS)
  return now >= end ? null : { waitUntil: again < end ? again : end }
}

export function witnessParts(appUrl: string, { round, rounds }: MailFacts, seal: PublishedSeal): Part[] {
  const digits = seal.head.slice(0, HEAD_DIGITS)
  const zone = (round ?? rounds.at(-1))?.timeZone ?? 'UTC'
  return [
    {
      kind: 'note',
      text: `Seal ${digits}, ${formatTime(seal.sealedAt, zone)}.\nKeep this mail: with it anyone can check that nothing up to then was changed afterwards.`,
    },
    { kind: 'link', label: 'Check this seal', url: `${appUrl}/proof?of=${digits}` },
  ]
}
