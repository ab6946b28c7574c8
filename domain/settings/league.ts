import type { Aggregate } from '../event.ts'

/** Events are stored for ever: never change a type, only add new ones. */
export type LeagueEvent =
  | { type: 'DefaultSeasonChosen'; data: { seasonId: number } }
  | { type: 'DefaultSeasonCleared'; data: { seasonId: number } }

/** One field, so that two default seasons cannot exist. */
export type League = { defaultSeasonId: number | null }

export const league: Aggregate<League, LeagueEvent, []> = {
  stream: () => 'league',
  initial: { defaultSeasonId: null },
  evolve,
}

function evolve(_state: League, event: LeagueEvent): League {
  switch (event.type) {
    case 'DefaultSeasonChosen':
      return { defaultSeasonId: event.data.seasonId }
    case 'DefaultSeasonCleared':
      return { defaultSeasonId: null }
  }
}

export function chooseDefaultSeason(state: League, seasonId: number): LeagueEvent[] {
  if (state.defaultSeasonId === seasonId) return []
  return [{ type: 'DefaultSeasonChosen', data: { seasonId } }]
}

export function clearDefaultSeason(state: League, seasonId: number): LeagueEvent[] {
  if (state.defaultSeasonId !== seasonId) return []
  return [{ type: 'DefaultSeasonCleared', data: { seasonId } }]
}
