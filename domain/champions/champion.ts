import type { Aggregate } from '../event.ts'
import { comparable } from '../names.ts'
import { Refusal } from '../refusal.ts'

/** A champion from before the league used this server. For a linked player the own name counts, and none is stored. */
export type ChampionDetails = {
  name: string | null
  playerId: number | null
  endYear: number
  /** For admins alone. */
  note: string | null
}

export type ChampionEvent =
  | { type: 'PastChampionRecorded'; data: ChampionDetails & { championId: number } }
  | { type: 'PastChampionCorrected'; data: ChampionDetails }
  | { type: 'PastChampionRemoved'; data: Record<string, never> }

type Known<Status> = { status: Status; championId: number } & ChampionDetails

export type PresentChampion = Known<'recorded'>
export type Champion = { status: 'missing' } | Known<'removed'> | PresentChampion

export const champion: Aggregate<Champion, ChampionEvent, [championId: number]> = {
  stream: (championId) => `champion-${championId}`,
  initial: { status: 'missing' },
  evolve,
}

function evolve(state: Champion, event: ChampionEvent): Champion {
  if (event.type === 'PastChampionRecorded') return { status: 'recorded', ...event.data }
  if (state.status === 'missing') return state
  return event.type === 'PastChampionRemoved'
    ? { ...state, status: 'removed' }
    : { ...state, status: 'recorded', ...event.data }
}

/** Whom the hall of fame honours in a year already. Two players of one name are two people. */
export type Honoured = { year: number; name: string; playerId: number | null }

export type Hall = { honoured: readonly Honoured[]; nameOf: (playerId: number) => string }

/** Throws Refusal taken for somebody who is honoured in that year. */
export function recordChampion(
  state: Champion,
  championId: number,
  details: ChampionDetails,
  hall: Hall,
): ChampionEvent[] {
  if (state.status === 'recorded') throw new Refusal('id-in-use', { kind: 'champion', id: championId })
  requireNew(details, hall)
  return [{ type: 'PastChampionRecorded', data: { championId, ...details } }]
}

export function correctChampion(state: Champion, details: ChampionDetails, hall: Hall): ChampionEvent[] {
  const { name, playerId, endYear, note } = presentChampion(state)
  const isSameHonour = name === details.name && playerId === details.playerId && endYear === details.endYear
  // The end of a season may have honoured the same since, which keeps nobody from putting the note right.
  if (!isSameHonour) requireNew(details, hall)
  return isSameHonour && note === details.note ? [] : [{ type: 'PastChampionCorrected', data: details }]
}

export function removeChampion(state: Champion): ChampionEvent[] {
  presentChampion(state)
  return [{ type: 'PastChampionRemoved', data: {} }]
}

export function presentChampion(state: Champion): PresentChampion {
  if (state.status !== 'recorded') throw new Refusal('champion-not-found')
  return state
}

function requireNew({ name, playerId, endYear }: ChampionDetails, { honoured, nameOf }: Hall) {
  const called = playerId === null ? (name ?? '') : nameOf(playerId)
  const isTheSame = (other: Honoured) =>
    playerId === null || other.playerId === null
      ? comparable(other.name) === comparable(called)
      : other.playerId === playerId
  if (honoured.some((other) => other.year === endYear && isTheSame(other))) {
    throw new Refusal('champion-already', { champion: called, year: endYear })
  }
}
