import { champion } from '../../domain/champions/champion.ts'
import { descriptorOf } from '../../domain/event-table.ts'
import { isRoundEvent } from '../../domain/seasons/season-stream.ts'
import { league } from '../../domain/settings/league.ts'
import { type Position, START } from '../../platform/event-store/event-store.ts'
import { type EventIn, idIn, isIn, type LoggedEvent } from '../engine/logged-event.ts'
import { evolveAdmin } from './admin-document.ts'
import {
  type Document,
  type DocumentId,
  type DocumentKind,
  type DocumentStates,
  type DocumentsNeeded,
  ONLY,
} from './documents.ts'
import { evolvePlayer } from './player-document.ts'
import { evolveNotes, whileOpen } from './round-notes.ts'
import { evolveSeason, roundsIn } from './season-document.ts'
import { evolveSettings } from './settings-document.ts'

export function documentsNeeded(events: readonly LoggedEvent[]): DocumentsNeeded {
  const ids = events.flatMap(neededBy)
  return {
    ids: [...new Map(ids.map((id) => [keyOf(id), id])).values()],
    everySeason: events.some(concernsSeasons),
  }
}

const concernsSeasons = ({ type }: LoggedEvent) =>
  ['open seasons', 'seasons of the player'].includes(descriptorOf(type).moves ?? '')

const SETTINGS: DocumentId = { kind: 'settings', id: ONLY }

function neededBy(event: LoggedEvent): DocumentId[] {
  if (isIn(event, 'pick')) return [{ kind: 'round', id: event.data.roundId }]
  if (isIn(event, 'season')) {
    const season: DocumentId[] = [{ kind: 'season', id: idIn(event) }, SETTINGS]
    return isRoundEvent(event) ? [...season, { kind: 'round', id: event.data.roundId }] : season
  }
  if (isIn(event, 'notices')) {
    const { roundId, seasonId } = event.data
    return [
      { kind: 'round', id: roundId },
      { kind: 'season', id: seasonId },
    ]
  }
  if (isIn(event, 'player')) {
    const player: DocumentId = { kind: 'player', id: idIn(event) }
    return descriptorOf(event.type).presence === 'changes' ? [player, SETTINGS] : [player]
  }
  if (isIn(event, 'admin')) return [{ kind: 'admin', id: idIn(event) }]
  if (isIn(event, 'champion')) return [{ kind: 'champion', id: idIn(event) }]
  if (isIn(event, 'settings')) return [SETTINGS]
  if (isIn(event, 'league')) return [{ kind: 'league', id: ONLY }]
  return event.type === 'PlayerErased' ? [{ kind: 'player', id: event.data.playerId }] : []
}

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
  if (isIn(event, 'notices')) {
    const { roundId: id, seasonId } = event.data
    return [{ kind: 'round', id, state: evolveNotes(find('round', id), event, find('season', seasonId)) }]
  }
  if (isIn(event, 'player')) return [changeOfPlayer(event, find, idIn(event))]
  if (isIn(event, 'admin')) {
    const id = idIn(event)
    return [{ kind: 'admin', id, state: evolveAdmin(find('admin', id), event) }]
  }
  if (isIn(event, 'champion')) {
    const id = idIn(event)
    return [{ kind: 'champion', id, state: champion.evolve(find('champion', id) ?? champion.initial, event) }]
  }
  if (isIn(event, 'settings')) {
    return [{ kind: 'settings', id: ONLY, state: evolveSettings(find('settings', ONLY), event) }]
  }
  if (isIn(event, 'league')) {
    return [{ kind: 'league', id: ONLY, state: league.evolve(find('league', ONLY) ?? league.initial, event) }]
  }
  if (event.type === 'PlayerErased') return [changeOfPlayer(event, find, event.data.playerId)]
  if (event.type === 'AdminErased') return [{ kind: 'admin', id: event.data.adminId, state: null }]
  if (event.type === 'PastChampionErased')
    return [{ kind: 'champion', id: event.data.championId, state: null }]
  return []
}

function changesOfSeason(event: EventIn<'season'>, find: Find): Change[] {
  const id = idIn(event)
  const before = find('season', id)
  const after = evolveSeason(before, event)
  const season: Change = { kind: 'season', id, state: after }
  if (isRoundEvent(event)) {
    const { roundId } = event.data
    const notes = evolveNotes(find('round', roundId), event, before)
    const open = whileOpen(after?.rounds.get(roundId))
    return [season, { kind: 'round', id: roundId, state: notes && { ...notes, open } }]
  }
  if (event.type !== 'SeasonPurged' || before === null) return [season]
  return [
    season,
    ...roundsIn(before).map(({ roundId }): Change => ({ kind: 'round', id: roundId, state: null })),
  ]
}

const changeOfPlayer = (event: Parameters<typeof evolvePlayer>[1], find: Find, id: number): Change => ({
  kind: 'player',
  id,
  state: evolvePlayer(find('player', id), event),
})
