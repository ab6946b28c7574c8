import { adminsModel } from './admins.ts'
import { leaderboardsModel } from './leaderboards.ts'
import { picksModel } from './picks.ts'
import { playersModel } from './players.ts'
import type { ReadModel } from './read-model.ts'
import { roundsModel } from './rounds.ts'
import { seasonsModel } from './seasons.ts'
import { settingsModel } from './settings.ts'

/** In the order in which each event reaches them: what goes with a purged season is found through its rounds. */
export const READ_MODELS: readonly ReadModel[] = [
  settingsModel,
  adminsModel,
  playersModel,
  seasonsModel,
  picksModel,
  roundsModel,
  leaderboardsModel,
]
