import { v4 as uuidv4 } from 'uuid'
import { type Admin, admin } from '#domain/admin'
import { type ErasureEvent, type Erasures, eraseAdmin, erasePlayer, erasures } from '#domain/erasure'
import type { Instant } from '#domain/event'
import { type Player, player } from '#domain/player'
import { digestOf } from './event-digest.ts'
import { type EventStore, type Position, type RecordedEvent, StreamTombstoned } from './event-store.ts'
import { forgetRecipient } from './outbox-erasing.ts'
import { type Command, load, transact } from './transact.ts'
import type { Vault } from './vault.ts'

export type Person = { kind: 'player' | 'admin'; id: number }

type Parts = {
  store: EventStore
  /** The same log, with events as they are kept. */
  keptStore: EventStore
  vault: Vault
}

/**
 * Takes everything that tells who somebody is from the log and the outbox: what stays says 'player 12'. First the log says
 * so, then the person's stream goes, so that a crash in between leaves nothing that `finishErasures` could not finish.
 * Nobody else may write to the stream meanwhile: what they write would go unseen with it, or be seen and then missed.
 * Doing it twice changes nothing. Answers where it stands in the log. Throws Refusal.
 * @param requireTurn throws when somebody else may write by now. Asked before each step that cannot be taken back.
 *   Without one there is nobody else.
 */
export async function erasePerson(
  parts: Parts,
  person: Person,
  command: Command,
  requireTurn = nobodyElse,
): Promise<Position | null> {
  const { store, keptStore } = parts
  const kept = await readOrGone(keptStore, streamOf(person))
  if (kept === null) return null
  const digests = kept.map(digestOf)
  const decision = await decisionOn(store, person, digests)
  const decide = (state: Erasures) => {
    requireTurn()
    return decision(state)
  }
  const { position } = await transact(store, { aggregate: erasures, id: [], command, decide })
  await takeAway(parts, person, kept, requireTurn)
  return position
}

/**
 * Brings those erasures to their end that a crash has interrupted, also of what was written since. Answers whether there
 * were any.
 */
export async function finishErasures(parts: Parts, now: Instant): Promise<boolean> {
  const erased: Erasures = await load(parts.store, erasures)
  let wasUnfinished = false
  for (const [stream, digests] of erased) {
    const kept = await readOrGone(parts.keptStore, stream)
    if (kept === null) continue
    wasUnfinished = true
    const isTold = kept.every((event) => digests.has(digestOf(event)))
    const command = { id: uuidv4(), actor: { kind: 'system' }, occurredAt: now } as const
    if (isTold) await takeAway(parts, personOf(stream), kept)
    else await erasePerson(parts, personOf(stream), command)
  }
  return wasUnfinished
}

const nobodyElse = () => {}

/** The stream goes last: as long as it is there, it is known that something is left to do. */
async function takeAway(
  { store, vault }: Parts,
  person: Person,
  kept: readonly RecordedEvent[],
  requireTurn = nobodyElse,
) {
  await forgetRecipient(vault, person, addressesIn(kept))
  requireTurn()
  await store.tombstone(streamOf(person))
}

const streamOf = ({ kind, id }: Person) => `${kind}-${id}`

function personOf(stream: string): Person {
  const [kind, id] = stream.split('-')
  return { kind: kind === 'player' ? 'player' : 'admin', id: Number(id) }
}

async function decisionOn(
  store: EventStore,
  { kind, id }: Person,
  digests: readonly string[],
): Promise<(state: Erasures) => ErasureEvent[]> {
  if (kind === 'player') {
    const state: Player = await load(store, player, id)
    return (erased) => erasePlayer(erased, state, { playerId: id, digests })
  }
  const state: Admin = await load(store, admin, id)
  return (erased) => eraseAdmin(erased, state, { adminId: id, digests })
}

/** Null for a stream that is gone already. */
async function readOrGone(store: EventStore, stream: string): Promise<RecordedEvent[] | null> {
  try {
    return await store.read(stream)
  } catch (error) {
    if (error instanceof StreamTombstoned) return null
    throw error
  }
}

/** Every address that the person ever had. */
function addressesIn(events: readonly RecordedEvent[]): string[] {
  const addresses = events.map(({ data }) => (data as { email?: string | null }).email)
  return [...new Set(addresses.filter((address) => typeof address === 'string'))]
}
