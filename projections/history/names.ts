import { admin } from '../../domain/admins/admin.ts'
import type { Actor, Instant } from '../../domain/event.ts'
import { player } from '../../domain/players/player.ts'
import type { RoundEvent } from '../../domain/rounds/round.ts'
import type { SlotNames } from '../../domain/rounds/slot-names.ts'
import type { SeasonEvent } from '../../domain/seasons/season.ts'
import { roundIn, seasonStream } from '../../domain/seasons/season-stream.ts'
import type { EventStore, Position, RecordedEvent } from '../../platform/event-store/event-store.ts'
import { readIfThere } from '../../platform/event-store/streams.ts'
import { listDocuments } from '../documents/find-documents.ts'
import type { Read } from '../engine/read-model.ts'
import { namesOverTime } from '../read-models/season-timeline.ts'

export type RoundName = {
  name: string
  timeZone: string
  locksAt: Instant
  lockPosition?: Position | null | undefined
  slotNames?: SlotNames | null | undefined
}

export type Names = {
  player(id: number): string
  admin(id: number): string
  season(id: number): string
  round(id: number): RoundName
  actor(actor: Actor): string
}

export type NameBook = Names & {
  /** With seasons and rounds called what they were called then. */
  at(position: Position): Names
  /** Reads the log for ids that no table knew. Answers whether there were any. */
  findMissing(): Promise<boolean>
}

type Kind = 'player' | 'admin' | 'season' | 'round'

const NO_ROUND: RoundName = { name: 'a deleted sport', timeZone: 'UTC', locksAt: '9999-12-31' }

/** Names of today. Those that the read tables no longer have are read from the log. An erased person has none. */
export async function openNames(read: Read, store: EventStore): Promise<NameBook> {
  const known = await knownNames(read)
  const rounds = await knownRounds(read)
  const since = await namesOverTime(read)
  const missing = new Map<string, { kind: Kind; id: number }>()
  const nameOf = (kind: Kind, id: number) => {
    const name = known.get(`${kind}-${id}`)
    if (name === undefined) missing.set(`${kind}-${id}`, { kind, id })
    return name ?? `an erased ${kind}`
  }
  const names: Names = {
    player: (id) => nameOf('player', id),
    admin: (id) => nameOf('admin', id),
    season: (id) => nameOf('season', id),
    round: (id) => rounds.get(id) ?? { ...NO_ROUND, name: nameOf('round', id) },
    actor: (actor) => ('id' in actor ? nameOf(actor.kind, actor.id) : SELF[actor.kind]),
  }

  const nameThen = (kind: 'season' | 'round', id: number, at: Position) =>
    since.findLast(
      (one) =>
        one.position <= at &&
        (kind === 'round' ? one.round_id === id : one.round_id === null && one.season_id === id),
    )?.name

  return {
    ...names,
    at: (position) => ({
      ...names,
      season: (id) => nameThen('season', id, position) ?? names.season(id),
      round: (id) => {
        const now = names.round(id)
        return { ...now, name: nameThen('round', id, position) ?? now.name }
      },
    }),
    findMissing: async () => {
      const looked = [...missing]
      missing.clear()
      for (const [key, { kind, id }] of looked) {
        if (kind === 'round') {
          rounds.set(id, lastRound(id, await readIfThere(store, await lastStreamOfRound(read, id))))
          continue
        }
        const events = await readIfThere(store, STREAMS[kind].stream(id))
        known.set(key, lastName(events) ?? `an erased ${kind}`)
      }
      return looked.length > 0
    },
  }
}

const SELF = { scheduler: 'The scheduler', system: 'The system' }

async function knownNames(read: Read): Promise<Map<string, string>> {
  const players = [...(await listDocuments(read, 'player')).values()].map(({ player }) => player)
  const admins = [...(await listDocuments(read, 'admin')).values()].map(({ admin }) => admin)
  const rows = [
    ...players.map(({ playerId: id, name }) => named('player')({ id, name })),
    ...admins.map(({ adminId: id, name }) => named('admin')({ id, name })),
    ...(await read.selectFrom('seasons').select(['id', 'name']).execute()).map(named('season')),
  ]
  return new Map(rows)
}

const named =
  (kind: Kind) =>
  ({ id, name }: { id: number; name: string }): [string, string] => [`${kind}-${id}`, name]

async function knownRounds(read: Read): Promise<Map<number, RoundName>> {
  const rows = await read
    .selectFrom('rounds')
    .select(['id', 'sport_name', 'time_zone', 'locks_at', 'lock_position', 'slot_names'])
    .execute()
  return new Map(
    rows.map(({ id, sport_name, time_zone, locks_at, lock_position, slot_names }) => [
      id,
      {
        ...{ name: sport_name, timeZone: time_zone, slotNames: slot_names },
        ...{ locksAt: locks_at, lockPosition: lock_position },
      },
    ]),
  )
}

const STREAMS = { player, admin, season: seasonStream }

async function lastStreamOfRound(read: Read, roundId: number): Promise<string> {
  const row = await read
    .selectFrom('history')
    .select('stream')
    .where('round_id', '=', roundId)
    .where('type', 'in', ['RoundCreated', 'RoundMovedIn'])
    .orderBy('position', 'desc')
    .executeTakeFirst()
  return row?.stream ?? ''
}

function lastName(events: readonly RecordedEvent[]): string | undefined {
  return events.map(({ data }) => (data as { name?: string }).name).findLast((name) => name !== undefined)
}

/** The last name before the stream was deleted for ever. */
function lastRound(roundId: number, events: readonly RecordedEvent[]): RoundName {
  let last = NO_ROUND
  let state = seasonStream.initial
  for (const event of events) {
    // Events in a season's stream were written by its own decisions.
    state = seasonStream.evolve(state, event as unknown as RoundEvent | SeasonEvent)
    const found = roundIn(state, roundId)
    if ('sportName' in found) {
      const { sportName: name, timeZone, locksAt, lockPosition, slotNames } = found
      last = { name, timeZone, locksAt, lockPosition, slotNames }
    }
  }
  return last
}
