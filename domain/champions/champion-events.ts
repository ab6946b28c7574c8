import { type Descriptors, undoBy } from '../event-descriptor.ts'
import {
  type Champion,
  type ChampionDetails,
  type ChampionEvent,
  correctChampion,
  type Hall,
  presentChampion,
  recordChampion,
  removeChampion,
} from './champion.ts'

export const CHAMPION_EVENTS = {
  PastChampionRecorded: {
    safe: ['championId', 'playerId', 'endYear'],
    about: 'champion',
    undo: ({ now }) => removeChampion(now),
    whenUndone: 'The champion is no longer in the hall of fame',
  },
  PastChampionCorrected: {
    safe: ['playerId', 'endYear'],
    about: 'champion',
    undo: ({ before, now }, hall) => correctChampion(now, detailsOf(before), hall),
    whenUndone: ({ endYear }) => `The champion of ${endYear} is in the hall of fame as before`,
  },
  PastChampionRemoved: {
    about: 'champion',
    undo: ({ before, now }, hall) =>
      recordChampion(now, presentChampion(before).championId, detailsOf(before), hall),
    whenUndone: 'The champion is gone from the hall of fame again',
  },
} as const satisfies Descriptors<ChampionEvent, Champion, Hall>

export const undoChampion = undoBy<ChampionEvent, Champion, Hall>(CHAMPION_EVENTS)

function detailsOf(state: Champion): ChampionDetails {
  const { name, playerId, endYear, note } = presentChampion(state)
  return { name, playerId, endYear, note }
}
