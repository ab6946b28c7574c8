import type { Kysely } from 'kysely'
import { v4 as uuidv4, v5 as uuidv5 } from 'uuid'
import { type Admin, admin } from '../../domain/admins/admin.ts'
import { type Champion, champion } from '../../domain/champions/champion.ts'
import {
  type Activity,
  type ErasureEvent,
  type Erasures,
  eraseAdmin,
  eraseChampion,
  eraseMessage,
  erasePlayer,
  erasures,
} from '../../domain/erasure.ts'
import type { Instant } from '../../domain/event.ts'
import { comparable } from '../../domain/names.ts'
import { type Player, type PlayerEvent, player } from '../../domain/players/player.ts'
import { streamIdOf } from '../../domain/stream-id.ts'
import { drawnIds } from '../database/ids.ts'
import type { PrivateSchema } from '../database/private-schema.ts'
import { contentsDigestOf } from '../event-store/event-digest.ts'
import {
  type EventStore,
  type Position,
  type RecordedEvent,
  RevisionConflict,
} from '../event-store/event-store.ts'
import { readIfThere, readOrGone } from '../event-store/streams.ts'
import { type Command, load, partOf, transact } from '../event-store/transact.ts'
import { erasedEventOf } from '../integrity/erased-places.ts'
import { placesInChain, sealIfWhole } from '../integrity/hash-chain.ts'
import { dropMailsOf, forgetRecipient, type Person } from './mail-erasing.ts'

type Parts = {
  store: EventStore
  rawEventStore: EventStore
  kysely: Kysely<object>
  privateSchema: PrivateSchema
}

const ERASABLE = ['player', 'admin', 'champion', 'message'] as const

type Erasable = Person | { kind: 'message'; id: number }

export const isErasable = (kind: string): kind is Erasable['kind'] =>
  (ERASABLE as readonly string[]).includes(kind)

/** With the messages that name the person. Throws Refusal. */
export const erasePerson = (parts: Parts, person: Person, command: Command): Promise<Position | null> =>
  erase(parts, person, command)

/** The log says it first, then the stream goes, so that `finishErasures` can finish after a crash. */
async function erase(parts: Parts, person: Erasable, command: Command): Promise<Position | null> {
  const { store, rawEventStore, privateSchema } = parts
  let position: Position | null = null
  for (let attempt = 1; ; attempt += 1) {
    const kept = await readOrGone(rawEventStore, streamOf(person))
    if (kept === null) return position
    const recorded = (await load(store, erasures)).get(streamOf(person))
    const unrecorded = kept.filter((event) => !recorded?.has(contentsDigestOf(event)))
    if (!recorded || unrecorded.length > 0) {
      const places = await placesOf(parts, unrecorded, command.occurredAt)
      const decide = await decisionOn(store, person, unrecorded, places)
      const id = attempt === 1 ? command.id : uuidv5(`${attempt}`, command.id)
      const done = await transact(store, { aggregate: erasures, id: [], command: { ...command, id }, decide })
      position = done.position
    }
    if (person.kind === 'message') await dropMailsOf(privateSchema, kept[0]?.position ?? '')
    else {
      await forgetRecipient(privateSchema, person, addressesIn(kept))
      position = (await eraseMessages(parts, kept, command)) ?? position
    }
    try {
      // Last: as long as the stream is there, something is left to do.
      await store.tombstone(streamOf(person), kept.at(-1)?.revision)
      return position
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error
    }
  }
}

export async function finishErasures(parts: Parts, now: Instant): Promise<boolean> {
  const erased: Erasures = await load(parts.store, erasures)
  let wasUnfinished = false
  for (const stream of erased.keys()) {
    if ((await readOrGone(parts.rawEventStore, stream)) === null) continue
    wasUnfinished = true
    const command = { id: uuidv4(), actor: { kind: 'system' }, occurredAt: now } as const
    await erase(parts, erasableOf(stream), command)
  }
  return wasUnfinished
}

async function eraseMessages(
  parts: Parts,
  ofPerson: readonly RecordedEvent[],
  command: Command,
): Promise<Position | null> {
  const names = textsIn(ofPerson, 'name').concat(textsIn(ofPerson, 'email'))
  const { message: lastId } = await drawnIds(parts.kysely)
  let last: Position | null = null
  for (let id = 1; ; id += 1) {
    const sent = await readIfThere(parts.rawEventStore, `message-${id}`)
    // A restored database may be older than the log.
    if (id > lastId && sent.length === 0) return last
    const texts = textsIn(sent, 'subject').concat(textsIn(sent, 'text'))
    if (!texts.some((text) => names.some((name) => isNamedIn(text, name)))) continue
    const part = { correlationId: command.id, ...command, id: partOf(command.id, `message ${id}`) }
    last = (await erase(parts, { kind: 'message', id }, part)) ?? last
  }
}

/** Ann is not in 'Can Anne come?'. */
function isNamedIn(text: string, name: string): boolean {
  const words = wordsOf(name)
  return words.trim() === '' || WITHOUT_SPACES.test(name)
    ? comparable(text).includes(comparable(name))
    : wordsOf(text).includes(words)
}

const wordsOf = (text: string) =>
  ` ${comparable(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `

const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const streamOf = ({ kind, id }: Erasable) => `${kind}-${id}`

function erasableOf(stream: string): Erasable {
  const { kind, ids } = streamIdOf(stream)
  if (!isErasable(kind)) throw new RangeError(`${stream} cannot be erased`)
  return { kind, id: ids[0] ?? 0 }
}

/** With their places every head can be computed again from the log, so they are sealed first. */
async function placesOf(
  { kysely, rawEventStore: store }: Parts,
  events: readonly RecordedEvent[],
  now: Instant,
): Promise<number[] | undefined> {
  await sealIfWhole({ kysely, store, clock: { now: () => now } })
  return placesInChain(kysely, events)
}

async function decisionOn(
  store: EventStore,
  { kind, id }: Erasable,
  events: readonly RecordedEvent[],
  places: number[] | undefined,
): Promise<(state: Erasures) => ErasureEvent[]> {
  const gone = { events: events.map((event, index) => erasedEventOf(event, places?.[index])) }
  if (kind === 'player') {
    const state: Player = await load(store, player, id)
    const activity = activityIn(events)
    return (erased) =>
      erasePlayer(erased, state, { playerId: id, ...gone, ...(activity.length > 0 && { activity }) })
  }
  if (kind === 'champion') {
    const state: Champion = await load(store, champion, id)
    return (erased) => eraseChampion(erased, state, { championId: id, ...gone })
  }
  if (kind === 'message') return (erased) => eraseMessage(erased, { messageId: id, ...gone })
  const state: Admin = await load(store, admin, id)
  return (erased) => eraseAdmin(erased, state, { adminId: id, ...gone })
}

const ACTIVITY: readonly string[] = [
  'PlayerDeactivated',
  'PlayerReactivated',
  'PlayerRemoved',
] satisfies PlayerEvent['type'][]

function activityIn(events: readonly RecordedEvent[]): Activity {
  return events
    .filter(({ type }) => ACTIVITY.includes(type))
    .map(({ type, metadata }) => ({ at: metadata.occurredAt, is: type === 'PlayerReactivated' }))
}

const addressesIn = (events: readonly RecordedEvent[]) => textsIn(events, 'email')

function textsIn(events: readonly RecordedEvent[], field: 'email' | 'name' | 'subject' | 'text'): string[] {
  const texts = events.map(({ data }) => (data as { [name in typeof field]?: string | null })[field])
  return [...new Set(texts.filter((text) => typeof text === 'string'))]
}
