import { type Admin, presentAdmin } from './admins/admin.ts'
import type { Champion } from './champions/champion.ts'
import { type Aggregate, atOf, type Instant, type Placed } from './event.ts'
import { type Player, type PresentPlayer, presentPlayer } from './players/player.ts'
import { Refusal } from './refusal.ts'

/** Each digest replaces one deleted event, so that a check of the log knows its gaps. */
export type ErasureEvent =
  | { type: 'PlayerErased'; data: Gone & { playerId: number; wasRemoved: boolean; activity?: Activity } }
  | { type: 'AdminErased'; data: Gone & { adminId: number } }
  | { type: 'PastChampionErased'; data: Gone & { championId: number } }

type Gone = { events: readonly ErasedEvent[] }

/** `digest` is of the contents alone. `place` is the link of the hash chain, from 1; missing where it had not come so far. */
export type ErasedEvent = { revision: number; digest: string; place?: number }

export type Activity = readonly { at: Instant; is: boolean }[]

export type Erasures = ReadonlyMap<string, ReadonlySet<string>>

/** Checks the shape, because anybody with the database can change an event there. */
export function isErasure<Event extends { type: string; data: unknown }>(
  event: Event,
): event is Event & ErasureEvent {
  const data = (event.data ?? {}) as Record<string, unknown>
  const { events } = data
  const id = data[ID_IN[event.type as ErasureEvent['type']]]
  return Number.isSafeInteger(id) && Array.isArray(events) && events.every(isErasedEvent)
}

const ID_IN = {
  PlayerErased: 'playerId',
  AdminErased: 'adminId',
  PastChampionErased: 'championId',
} as const satisfies Record<ErasureEvent['type'], string>

function isErasedEvent(event: unknown): event is ErasedEvent {
  const { revision, digest, place = 1 } = (event ?? {}) as Record<string, unknown>
  return Number.isSafeInteger(revision) && typeof digest === 'string' && Number.isSafeInteger(place)
}

export const erasures: Aggregate<Erasures, ErasureEvent, []> = {
  stream: () => 'erasures',
  initial: new Map(),
  evolve,
}

function evolve(state: Erasures, event: ErasureEvent): Erasures {
  if (!isErasure(event)) return state
  const stream = erasedStream(event)
  return new Map(state).set(stream, new Set([...(state.get(stream) ?? []), ...digestsIn(event)]))
}

export function erasedStream(event: ErasureEvent): string {
  switch (event.type) {
    case 'PlayerErased':
      return `player-${event.data.playerId}`
    case 'AdminErased':
      return `admin-${event.data.adminId}`
    case 'PastChampionErased':
      return `champion-${event.data.championId}`
  }
}

export function erasePlayer(
  state: Erasures,
  person: Player,
  erased: Gone & { playerId: number; activity?: Activity },
): ErasureEvent[] {
  const wasRemoved = person.status === 'removed'
  if (!wasRemoved) presentPlayer(person)
  return newly(state, { type: 'PlayerErased', data: { ...erased, wasRemoved } })
}

export function eraseAdmin(
  state: Erasures,
  person: Admin,
  erased: Gone & { adminId: number },
): ErasureEvent[] {
  if (person.status !== 'removed') {
    presentAdmin(person)
    throw new Refusal('admin-not-removed')
  }
  return newly(state, { type: 'AdminErased', data: erased })
}

export function eraseChampion(
  state: Erasures,
  { status }: Champion,
  erased: Gone & { championId: number },
): ErasureEvent[] {
  if (status === 'missing') throw new Refusal('champion-not-found')
  return newly(state, { type: 'PastChampionErased', data: erased })
}

/** A replay finds nothing else of the player in the log. A second erasure says what came after the first. */
export function erasedPlayer(
  before: PresentPlayer | null,
  event: Extract<ErasureEvent, { type: 'PlayerErased' }> & Placed,
): PresentPlayer | null {
  const { playerId, wasRemoved, activity = [] } = event.data
  if (wasRemoved) return null
  const at = atOf(event)
  const earlier = before?.activity.filter(({ position }) => position === '') ?? []
  const later = [...activity, { at, is: false }].map((change) => ({ position: '', ...change }))
  return {
    playerId,
    name: erasedPlayerName(playerId),
    email: null,
    status: 'inactive',
    linksReplaced: [],
    allLinksReplaced: [],
    createdAt: at,
    activity: [...earlier, ...later],
  }
}

const digestsIn = ({ data: { events } }: ErasureEvent) => events.map(({ digest }) => digest)

export const erasedPlayerName = (playerId: number) => `Erased player ${playerId}`

function newly(state: Erasures, event: ErasureEvent): ErasureEvent[] {
  const known = state.get(erasedStream(event))
  return known && digestsIn(event).every((digest) => known.has(digest)) ? [] : [event]
}
