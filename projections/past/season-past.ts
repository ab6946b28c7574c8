import type { Instant } from '../../domain/event.ts'
import { firstResults } from '../../domain/rounds/published-results.ts'
import type { PresentRound } from '../../domain/rounds/round.ts'
import {
  factsOf,
  roundsCorrected,
  roundsInPlay,
  type SeasonPast,
  seasonPast,
  type TimelineEntry,
} from '../../domain/seasons/season-past.ts'
import { type SeasonFacts, type Standing, standings } from '../../domain/seasons/standings.ts'
import { settings } from '../../domain/settings/settings.ts'
import type { EventStore, Position } from '../../platform/event-store/event-store.ts'
import { ONLY } from '../documents/documents.ts'
import { asking, findDocuments, idsOf } from '../documents/find-documents.ts'
import type { PlayerDocument } from '../documents/player-document.ts'
import type { SeasonDocument } from '../documents/season-document.ts'
import type { Read } from '../engine/read-model.ts'
import { guessesOf } from '../points/count-points.ts'
import { pastOf, presenceOf } from '../points/points-inputs.ts'
import type { BoardCache } from '../queries/board-cache.ts'
import type { BoardMark } from '../queries/board-marks.ts'
import { lookup, type SeasonSnapshot } from '../queries/season-facts.ts'
import { countingPicks, type GuessOfPlayer, type PickOfPlayer } from '../read-models/picks.ts'
import { type Known, type LoggedEntry, seasonTimeline } from './season-timeline.ts'

/** What is known today comes from the read tables, and the past from the log. */
export type SeasonSources = { read: Read; store: Pick<EventStore, 'read'> }

/** A season with all that is known of it today. */
export type SeasonKnown = {
  seasonId: number
  document: SeasonDocument
  today: SeasonPast
  /** Of everybody who ever took part and is still there, by today's name. */
  names: ReadonlyMap<number, string>
}

/** The same, ready to be looked at as it stood at any point. */
export type SeasonRecord = SeasonKnown & {
  timeline: readonly LoggedEntry[]
  players: ReadonlyMap<number, PlayerDocument>
}

/** A point of the log, and the time by which its rounds are locked or not. */
export type PointInLog = { position: Position; at: Instant }

/** Null when the season does not exist. Its past is read from the log: throws EventStoreUnavailable. */
export async function loadRecord(
  { read, store }: SeasonSources,
  seasonId: number,
): Promise<SeasonRecord | null> {
  const season = await loadKnownSeason(read, seasonId)
  if (!season) return null
  const timeline = await seasonTimeline(store, seasonId, season.known)
  return timeline.some(({ of }) => of === 'season') ? { ...season, timeline } : null
}

/** Null when the season does not exist. */
export async function loadKnownSeason(read: Read, seasonId: number) {
  const { find, positionOf } = await findDocuments(asking(read), {
    ids: [...idsOf('season', [seasonId]), ...idsOf('settings', [ONLY])],
  })
  const document = find('season', seasonId)
  if (!document) return null
  const ever = new Set(document.participations.map(({ playerId }) => playerId))
  const players = (await findDocuments(asking(read), { ids: idsOf('player', ever) })).all('player')
  const league = find('settings', ONLY)?.settings ?? settings.initial
  const known: Known = { season: positionOf('season', seasonId), settings: positionOf('settings', ONLY) }
  return {
    seasonId,
    document,
    players,
    known,
    today: pastOf(document, league, presenceOf(document, players)),
    names: new Map([...players].map(([id, { player }]) => [id, player.name])),
  }
}

const BYTES_OF_ENTRY = 500

/** The same, kept until the season moves. */
export const keptSeasonRecord = (
  services: SeasonSources & { cache: BoardCache },
  { seasonId, generation, position }: BoardMark,
): Promise<SeasonRecord | null> =>
  services.cache(
    `record ${seasonId} ${generation}-${position}`,
    () => loadRecord(services, seasonId),
    ({ timeline }) => timeline.length * BYTES_OF_ENTRY,
  )

function pastUntil(
  { timeline, ...season }: SeasonRecord,
  isKnown: (position: Position) => boolean,
): SeasonPast {
  const past = seasonPast(timeline.filter(({ position }) => isKnown(position)))
  return { ...past, presence: presenceOf(season.document, season.players, isKnown) }
}

export const recordUntil = (record: SeasonRecord, until: Position): SeasonPast =>
  pastUntil(record, (position) => position <= until)

/** The same for each of these places in the log, folded once. Where nothing has changed in between, it is the same past. */
export function pastsAt(
  { timeline, document, players }: SeasonRecord,
  places: readonly Position[],
): (place: Position) => SeasonPast {
  const pasts = new Map<Position, SeasonPast>()
  let past = seasonPast([])
  let from = 0
  for (const place of [...new Set(places)].sort()) {
    const found = timeline.findIndex(({ position }) => position > place)
    const until = found === -1 ? timeline.length : found
    const presence = presenceOf(document, players, (position) => position <= place)
    if (until > from || presence.length > past.presence.length) {
      past = { ...seasonPast(timeline.slice(from, until), past), presence }
    }
    from = until
    pasts.set(place, past)
  }
  return (place) => pasts.get(place) ?? past
}

/** At which moment a season is looked at. `at` is the time by which its rounds are locked or not. */
export type Moment =
  /** With the results, points and participants that were known there. */
  | PointInLog
  /** Right before an entry of its timeline. */
  | { before: Position; at: Instant }
  /** With all that is known today, but only for the rounds that had been completed there. */
  | { corrected: Position; at: Instant }

/** As it would stand after more than what happened. */
export type Supposed = {
  supposed: readonly TimelineEntry[]
  at: Instant
  /** Picks that would count instead of those that do; an empty one is none. */
  picks?: readonly PickOfPlayer[]
  /** Guesses likewise. */
  guesses?: readonly GuessOfPlayer[]
}

/** A season at any moment, with the standings that follow. */
export type SeasonView = SeasonSnapshot & { table: readonly Standing[] }

/** The season at a moment but now, which `boards` tells from the tables. What is supposed takes no look into the log. */
export async function seasonAt(read: Read, season: SeasonKnown, moment: Supposed): Promise<SeasonView>
export async function seasonAt(read: Read, season: SeasonRecord, moment: Moment): Promise<SeasonView>
export async function seasonAt(
  read: Read,
  season: SeasonKnown,
  moment: Moment | Supposed,
): Promise<SeasonView> {
  const { at } = moment
  if ('supposed' in moment) {
    const past = seasonPast(moment.supposed, season.today)
    return view(withSupposed(await snapshot(read, season, past, roundsInPlay(past, at)), moment))
  }
  // The signatures above ask for it.
  const record = season as SeasonRecord
  if ('corrected' in moment) return view(await corrected(read, record, { position: moment.corrected, at }))
  const until = 'before' in moment ? moment.before : moment.position
  const past =
    'before' in moment ? pastUntil(record, (position) => position < until) : recordUntil(record, until)
  return view(await snapshot(read, record, past, roundsInPlay(past, at), until))
}

const view = (season: SeasonSnapshot): SeasonView => ({ ...season, table: standings(season.facts) })

function withSupposed(
  { facts, ...season }: SeasonSnapshot,
  { picks = [], guesses = [] }: Supposed,
): SeasonSnapshot {
  const picksOf: SeasonFacts['picksOf'] = (roundId, playerId) => {
    const found = picks.find((pick) => pick.round_id === roundId && pick.player_id === playerId)
    return found?.picks ?? facts.picksOf(roundId, playerId)
  }
  const guessOf: SeasonFacts['guessOf'] = (roundId, playerId) => {
    const found = guesses.find((one) => one.round_id === roundId && one.player_id === playerId)
    return found ? found.guess : facts.guessOf(roundId, playerId)
  }
  return { ...season, facts: { ...facts, picksOf, guessOf } }
}

function corrected(read: Read, record: SeasonRecord, { position, at }: PointInLog): Promise<SeasonSnapshot> {
  const { today } = record
  const then = recordUntil(record, position)
  const rounds = roundsCorrected(then, today, at)
  // As if the results of today had been the first, unless these are the results of then.
  const isLatest = then.results.length === today.results.length
  const results = isLatest ? today.results : firstResults(today.results)
  return snapshot(read, record, { ...today, results }, rounds)
}

async function snapshot(
  read: Read,
  { names }: SeasonKnown,
  past: SeasonPast,
  rounds: readonly PresentRound[],
  until?: Position,
): Promise<SeasonSnapshot> {
  const picks = await countingPicks(read, rounds, until)
  const facts = factsOf(past, rounds, { picksOf: lookup(picks), nameOf: (playerId) => names.get(playerId) })
  return {
    rounds,
    facts: { ...facts, guessOf: await guessesOf(asking(read), rounds, until) },
    results: past.results,
  }
}
