import type { ErasureEvent } from '../../domain/erasure.ts'
import type { Sentences } from './sentences.ts'
import { deed } from './wording.ts'

/** They never say who it was. */
export const erasureSentences: Sentences<ErasureEvent> = {
  PlayerErased: ({ event }) =>
    deed(`erased what was known about player ${event.data.playerId}. Points and ranks stay`),
  AdminErased: ({ event }) => deed(`erased what was known about the former admin ${event.data.adminId}`),
}
