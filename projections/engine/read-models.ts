import { historyModel } from '../read-models/history.ts'
import { picksModel } from '../read-models/picks.ts'
import { roundsModel } from '../read-models/rounds.ts'
import { seasonsModel } from '../read-models/seasons.ts'
import type { ReadModel } from './read-model.ts'

/** In the order in which each event reaches them: what goes with a purged season is found through its rounds. */
export const READ_MODELS: readonly ReadModel[] = [seasonsModel, picksModel, roundsModel, historyModel]
