import { historyModel } from '../read-models/history.ts'
import { picksModel } from '../read-models/picks.ts'
import type { ReadModel } from './read-model.ts'

export const READ_MODELS: readonly ReadModel[] = [picksModel, historyModel]
