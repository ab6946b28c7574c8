import type { ErasureEvent } from '../../domain/erasure.ts'
import type { Sentences } from './sentence.ts'
import { action } from './wording.ts'

export const erasureSentences: Sentences<ErasureEvent> = {
  PlayerErased: ({ event }) =>
    action(`erased what was known about player ${event.data.playerId}. Points and ranks stay`),
  PastChampionErased: ({ event }) => action(`erased what was known about champion ${event.data.championId}`),
  AdminErased: ({ event }) => action(`erased what was known about the former admin ${event.data.adminId}`),
}
