import type { ErasureEvent } from '../../../domain/erasure.ts'
import type { Sentences } from './sentence.ts'
import { action } from './wording.ts'

export const erasureSentences: Sentences<ErasureEvent> = {
  PlayerErased: ({ data }) =>
    action(`erased what was known about player ${data.playerId}. Points and ranks stay`),
  PastChampionErased: ({ data }) => action(`erased what was known about champion ${data.championId}`),
  MessageErased: ({ data }) =>
    action(`erased message ${data.messageId}, because it named somebody who was erased`),
  AdminErased: ({ data }) => action(`erased what was known about the former admin ${data.adminId}`),
}
