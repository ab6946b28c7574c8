import { adminsModel } from '../read-models/admins.ts'
import { historyModel } from '../read-models/history.ts'
import { leaderboardsModel } from '../read-models/leaderboards.ts'
import { picksModel } from '../read-models/picks.ts'
import { playersModel } from '../read-models/players.ts'
import { remindersModel } from '../read-models/reminders.ts'
import { roundsModel } from '../read-models/rounds.ts'
import { seasonTimelineModel } from '../read-models/season-timeline.ts'
import { seasonsModel } from '../read-models/seasons.ts'
import { settingsModel } from '../read-models/settings.ts'
import type { ReadModel } from './read-model.ts'

type Entry = {
  name: string
  model: ReadModel
  /** Of which others it reads the tables while it handles or settles. */
  reads: readonly string[]
}

/** In the order in which each event reaches them: what goes with a purged season is found through its rounds. */
const ENTRIES = [
  { name: 'settings', model: settingsModel, reads: [] },
  { name: 'admins', model: adminsModel, reads: [] },
  { name: 'players', model: playersModel, reads: [] },
  { name: 'seasons', model: seasonsModel, reads: [] },
  { name: 'picks', model: picksModel, reads: ['rounds'] },
  { name: 'reminders', model: remindersModel, reads: ['rounds'] },
  { name: 'rounds', model: roundsModel, reads: [] },
  { name: 'season-timeline', model: seasonTimelineModel, reads: ['rounds'] },
  { name: 'history', model: historyModel, reads: ['rounds'] },
  {
    name: 'leaderboards',
    model: leaderboardsModel,
    reads: ['settings', 'players', 'seasons', 'picks', 'rounds', 'season-timeline'],
  },
] as const satisfies readonly Entry[]

export type ReadModelName = (typeof ENTRIES)[number]['name']

/** Read models by name, in the order in which each event reaches them. */
export type Models = ReadonlyMap<ReadModelName, ReadModel>

export const READ_MODEL_NAMES: readonly ReadModelName[] = ENTRIES.map(({ name }) => name)

export const READ_MODELS: readonly ReadModel[] = ENTRIES.map(({ model }) => model)

/** All of them, or one with those that it cannot do without. */
export function modelsFor(only?: ReadModelName): Models {
  const wanted = only === undefined ? new Set<string>(READ_MODEL_NAMES) : withNeeded(only)
  return new Map(ENTRIES.filter(({ name }) => wanted.has(name)).map(({ name, model }) => [name, model]))
}

function withNeeded(only: string, found = new Set<string>()): Set<string> {
  if (found.has(only)) return found
  found.add(only)
  const reads: readonly string[] = ENTRIES.find(({ name }) => name === only)?.reads ?? []
  for (const name of reads) withNeeded(name, found)
  return found
}
