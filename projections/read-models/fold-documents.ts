import { AGGREGATES } from '../../domain/aggregates.ts'
import { erasedPlayer } from '../../domain/erasure.ts'
import { descriptorOf } from '../../domain/event-table.ts'
import {
  isRoundEvent,
  type SeasonAndRounds,
  seasonStream,
  type WholeSeason,
} from '../../domain/seasons/season-stream.ts'
import { idIn } from '../../domain/stream-id.ts'
import { type Position, START } from '../../platform/event-store/event-store.ts'
import {
  type Document,
  type DocumentId,
  type DocumentKind,
  type DocumentStates,
  type DocumentsNeeded,
  ONLY,
} from './documents.ts'
import { type EventIn, isIn, type LoggedEvent } from './logged-event.ts'
import { indexOf } from './season-document.ts'

export function documentsNeeded(events: readonly LoggedEvent[]): DocumentsNeeded {
  const ids = events.flatMap(neededBy)
  return {
    ids: [...new Map(ids.map((id) => [keyOf(id), id])).values()],
    everySeason: events.some(concernsSeasons),
  }
}

const concernsSeasons = ({ type }: LoggedEvent) =>
  type === 'DefaultSeasonChosen' ||
  ['open seasons', 'seasons of the player'].includes(descriptorOf(type).updatesBoards ?? '')

const SETTINGS: DocumentId = { kind: 'settings', id: ONLY }

function neededBy(event: LoggedEvent): DocumentId[] {
  if (isIn(event, 'pick')) return [{ kind: 'round', id: event.data.roundId }]
  if (event.type === 'PlayerErased') return [{ kind: 'player', id: event.data.playerId }]
  const { stream, presence } = descriptorOf(event.type)
  const own: DocumentId[] = isFolded(stream) ? [{ kind: stream, id: idIn(event) }] : []
  const named = seasonsIn(event).map((id): DocumentId => ({ kind: 'season', id }))
  return [...own, ...named, ...(isIn(event, 'season') || presence === 'changes' ? [SETTINGS] : [])]
}

const seasonsIn = ({ data }: LoggedEvent): number[] => [
  ...('seasonId' in data ? [data.seasonId] : []),
  ...('fromSeasonId' in data ? [data.fromSeasonId] : []),
]

export type Documents = {
  find<Kind extends DocumentKind>(kind: Kind, id: number): DocumentStates[Kind] | null
  all<Kind extends DocumentKind>(kind: Kind): Map<number, DocumentStates[Kind]>
  positionOf(kind: DocumentKind, id: number): Position
}

export type Folding = Documents & {
  take(event: LoggedEvent): void
  changed(): Document[]
}

export function startFolding(loaded: readonly Document[]): Folding {
  const documents = new Map(loaded.map((document) => [keyOf(document), document]))
  const changed = new Map<string, Document>()
  // What is under the key of a kind, or has the kind, was put there with it.
  const find = <Kind extends DocumentKind>(kind: Kind, id: number) =>
    (documents.get(keyOf({ kind, id }))?.state ?? null) as DocumentStates[Kind] | null
  return {
    find,
    all: <Kind extends DocumentKind>(kind: Kind) =>
      new Map(
        [...documents.values()]
          .flatMap((one) => (one.kind === kind && one.state !== null ? one : []))
          .toSorted((one, other) => one.id - other.id)
          .map(({ id, state }) => [id, state as DocumentStates[Kind]]),
      ),
    positionOf: (kind, id) => documents.get(keyOf({ kind, id }))?.position ?? START,
    take: (event) => {
      for (const change of changesBy(event, find)) {
        const document = { ...change, position: event.position }
        documents.set(keyOf(change), document)
        changed.set(keyOf(change), document)
      }
    },
    changed: () => [...changed.values()],
  }
}

const keyOf = ({ kind, id }: DocumentId) => `${kind} ${id}`

type Find = Documents['find']
type Change = {
  [Kind in DocumentKind]: { kind: Kind; id: number; state: DocumentStates[Kind] | null }
}[DocumentKind]

function changesBy(event: LoggedEvent, find: Find): Change[] {
  if (isIn(event, 'season')) return changesOfSeason(event, find)
  if (event.type === 'PlayerErased') {
    const { playerId: id } = event.data
    return [{ kind: 'player', id, state: erasedPlayer(find('player', id), event) }]
  }
  if (event.type === 'AdminErased') return [{ kind: 'admin', id: event.data.adminId, state: null }]
  if (event.type === 'PastChampionErased') {
    return [{ kind: 'champion', id: event.data.championId, state: null }]
  }
  // Where admins see all picks, a link shows them nothing.
  if (event.type === 'PickLinkCopied' && !find('season', event.data.seasonId)?.season.picksSealed) return []
  const { stream } = descriptorOf(event.type)
  return isFolded(stream) ? [changeOf(stream, event, find)] : []
}

const FOLDED = ['season', 'notices', 'player', 'admin', 'champion', 'settings', 'league'] as const

type Folded = (typeof FOLDED)[number]

const isFolded = (stream: string): stream is Folded => FOLDED.some((one) => one === stream)

function changeOf(kind: Folded, event: LoggedEvent, find: Find): Change {
  const id = idIn(event)
  const { initial, evolve } = AGGREGATES[kind]
  const state = evolve((find(kind, id) ?? initial) as never, event as never) as { status?: string }
  const isGone = state.status === 'missing' || (kind !== 'champion' && state.status === 'removed')
  // What is folded under a kind is of that kind.
  return { kind, id, state: isGone ? null : state } as Change
}

function changesOfSeason(event: EventIn<'season'>, find: Find): Change[] {
  const id = idIn(event)
  const before = find('season', id) ?? seasonStream.initial
  const state = seasonStream.evolve(before, event)
  const now = isPresentSeason(state) ? state : null
  const purged = event.type === 'SeasonPurged' ? before.rounds.keys() : []
  const roundIds = isRoundEvent(event) ? [event.data.roundId] : [...purged]
  return [{ kind: 'season', id, state: now }, ...roundIds.flatMap((roundId) => changesOfRound(roundId, now))]
}

function changesOfRound(id: number, season: WholeSeason | null): Change[] {
  const state = indexOf(season?.rounds.get(id))
  const index: Change = { kind: 'round', id, state }
  return state === null ? [index, { kind: 'notices', id, state: null }] : [index]
}

const isPresentSeason = (state: SeasonAndRounds): state is WholeSeason => 'deletedAt' in state.season
