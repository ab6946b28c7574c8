import type { Aggregate } from '../event.ts'

export type LeagueEvent =
  | { type: 'DefaultSeasonChosen'; data: { seasonId: number } }
  | { type: 'DefaultSeasonCleared'; data: { seasonId: number } }
  | { type: 'LeagueExported'; data: { personalData: boolean } }
  | { type: 'BackupDownloaded'; data: { file: string } }

/** One field, so that two default seasons cannot exist. */
export type League = { defaultSeasonId: number | null }

export const league: Aggregate<League, LeagueEvent, []> = {
  stream: () => 'league',
  initial: { defaultSeasonId: null },
  evolve,
}

function evolve(state: League, event: LeagueEvent): League {
  switch (event.type) {
    case 'DefaultSeasonChosen':
      return { defaultSeasonId: event.data.seasonId }
    case 'DefaultSeasonCleared':
      return { defaultSeasonId: null }
    case 'LeagueExported':
    case 'BackupDownloaded':
      return state
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

/** Before the file is written: nothing leaves without it. */
export const recordExport = (personalData: boolean): LeagueEvent[] => [
  { type: 'LeagueExported', data: { personalData } },
]

export const recordDownload = (file: string): LeagueEvent[] => [{ type: 'BackupDownloaded', data: { file } }]

export const EXPORTED_AT_CONSOLE = 'Exported at the console of the server'
