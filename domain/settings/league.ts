import type { Aggregate } from '../event.ts'

/** Stored for ever: what was published is never changed, only joined by new types. */
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

/** Takes the flag from the season if it has it. */
export function clearDefaultSeason(state: League, seasonId: number): LeagueEvent[] {
  if (state.defaultSeasonId !== seasonId) return []
  return [{ type: 'DefaultSeasonCleared', data: { seasonId } }]
}
