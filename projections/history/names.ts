import { admin } from '../../domain/admins/admin.ts'
import type { Actor, Instant } from '../../domain/event.ts'
import { player } from '../../domain/players/player.ts'
import type { FormerLock } from '../../domain/rounds/round.ts'
import type { SlotNames } from '../../domain/rounds/slot-names.ts'
import { roundIn } from '../../domain/seasons/season-stream.ts'
import type { Position } from '../../platform/event-store/event-store.ts'
import type { Chapter, Chronicle, SeasonChapter } from '../past/chronicle.ts'
import { withoutPurged } from '../past/season-timeline.ts'
import { asking, findDocuments, idsOf } from '../read-models/find-documents.ts'
import type { Read } from '../read-models/read-tables.ts'

export type RoundName = {
  name: string
  timeZone: string
  locksAt: Instant
  lockPosition?: Position | null | undefined
  plannedLocksAt?: Instant | undefined
  formerLocks?: readonly FormerLock[] | undefined
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
  chronicle: Chronicle
  at(position: Position): Names
  /** Names that it asks for are looked up, and then it is told again. */
  told<Told>(tell: () => Told): Promise<Told>
}

type Kind = 'player' | 'admin' | 'season' | 'round'

type Called<Name> = { now: Name; since: readonly NameSince[] }
type NameSince = { position: Position; roundId: number | null; name: string }

const NO_ROUND: RoundName = { name: 'a deleted sport', timeZone: 'UTC', locksAt: '9999-12-31' }

export function openNames(read: Read, chronicle: Chronicle): NameBook {
  const people = new Map<string, string>()
  const seasons = new Map<number, Called<string>>()
  const rounds = new Map<number, Called<RoundName>>()
  const missing: Record<Kind, Set<number>> = {
    player: new Set(),
    admin: new Set(),
    season: new Set(),
    round: new Set(),
  }
  const person = (kind: 'player' | 'admin', id: number) => people.get(`${kind} ${id}`) ?? unknown(kind, id)
  const season = (id: number) => seasons.get(id) ?? { now: unknown('season', id), since: [] }
  const round = (id: number) =>
    rounds.get(id) ?? { now: { ...NO_ROUND, name: unknown('round', id) }, since: [] }
  const names: Names = {
    player: (id) => person('player', id),
    admin: (id) => person('admin', id),
    season: (id) => season(id).now,
    round: (id) => round(id).now,
    actor: (actor) => ('id' in actor ? person(actor.kind, actor.id) : SELF[actor.kind]),
  }
  const told = async <Told>(tell: () => Told): Promise<Told> => {
    const words = tell()
    return (await findMissing()) ? told(tell) : words
  }
  return {
    ...names,
    chronicle,
    at: (position) => ({
      ...names,
      season: (id) => nameAt(season(id).since, position) ?? names.season(id),
      round: (id) => {
        const { now, since } = round(id)
        return { ...now, name: nameAt(since, position) ?? now.name }
      },
    }),
    told,
  }

  function unknown(kind: Kind, id: number): string {
    missing[kind].add(id)
    return `an erased ${kind}`
  }

  async function findMissing(): Promise<boolean> {
    const [players, admins, seasonIds, roundIds] = [
      taken(missing.player),
      taken(missing.admin),
      taken(missing.season),
      taken(missing.round),
    ]
    const { find } = await findDocuments(asking(read), {
      ids: [...idsOf('player', players), ...idsOf('admin', admins)],
    })
    for (const id of players) {
      const name = find('player', id)?.name ?? lastName(await chronicle.of(player.stream(id)))
      people.set(`player ${id}`, name ?? 'an erased player')
    }
    for (const id of admins) {
      const name = find('admin', id)?.name ?? lastName(await chronicle.of(admin.stream(id)))
      people.set(`admin ${id}`, name ?? 'an erased admin')
    }
    for (const id of seasonIds) seasons.set(id, seasonCalled(await chronicle.ofSeason(id)))
    for (const [id, stream] of await streamsOf(read, roundIds)) {
      rounds.set(id, roundCalled((await chronicle.of(stream)) as readonly SeasonChapter[], id))
    }
    for (const id of roundIds) if (!rounds.has(id)) rounds.set(id, { now: NO_ROUND, since: [] })
    return players.length + admins.length + seasonIds.length + roundIds.length > 0
  }
}

const SELF = { scheduler: 'The scheduler', system: 'The system' }

function taken(ids: Set<number>): number[] {
  const all = [...ids]
  ids.clear()
  return all
}

const nameAt = (since: readonly NameSince[], at: Position) =>
  since.findLast(({ position }) => position <= at)?.name

function lastName(chapters: readonly Chapter[]): string | undefined {
  return chapters
    .map(({ event }) => (event.data as { name?: string }).name)
    .findLast((name) => name !== undefined)
}

function seasonCalled(chapters: readonly SeasonChapter[]): Called<string> {
  const since = namesIn(chapters).filter(({ roundId }) => roundId === null)
  return { now: since.at(-1)?.name ?? 'an erased season', since }
}

function roundCalled(chapters: readonly SeasonChapter[], id: number): Called<RoundName> {
  const states = chapters.map(({ after }) => roundIn(after, id))
  const last = states.findLast((state) => 'sportName' in state)
  if (!last) return { now: NO_ROUND, since: [] }
  const { sportName: name, timeZone, locksAt, plannedLocksAt, lockPosition, formerLocks, slotNames } = last
  const since = namesIn(chapters).filter(({ roundId }) => roundId === id)
  return { now: { name, timeZone, locksAt, plannedLocksAt, lockPosition, formerLocks, slotNames }, since }
}

const namesIn = (chapters: readonly SeasonChapter[]): NameSince[] =>
  withoutPurged(chapters.map(({ event }) => event)).flatMap(({ position, data }) => {
    const roundId = 'roundId' in data ? data.roundId : null
    const name = 'sportName' in data ? data.sportName : 'name' in data ? data.name : null
    return name === null ? [] : { position, roundId, name }
  })

async function streamsOf(read: Read, roundIds: readonly number[]): Promise<[id: number, stream: string][]> {
  if (roundIds.length === 0) return []
  const rows = await read
    .selectFrom('history')
    .select(['round_id', 'stream'])
    .where('round_id', 'in', roundIds)
    .where('type', '=', 'RoundCreated')
    .execute()
  return rows.flatMap(({ round_id, stream }) => (round_id === null ? [] : [[round_id, stream]]))
}
