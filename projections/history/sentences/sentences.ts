import type { DomainEvent } from '../../../domain/domain-event.ts'
import type { PickEvent } from '../../../domain/picks/pick.ts'
import { adminSentences } from './admin-sentences.ts'
import { askingSentences } from './asking-sentences.ts'
import { championSentences } from './champion-sentences.ts'
import { erasureSentences } from './erasure-sentences.ts'
import { messageSentences } from './message-sentences.ts'
import { playerSentences } from './player-sentences.ts'
import { roundSentences } from './round-sentences.ts'
import { seasonSentences } from './season-sentences.ts'
import type { Sentences } from './sentence.ts'
import { settingsSentences } from './settings-sentences.ts'

export const SENTENCES: Sentences<Exclude<DomainEvent, PickEvent>> = {
  ...settingsSentences,
  ...seasonSentences,
  ...roundSentences,
  ...askingSentences,
  ...playerSentences,
  ...championSentences,
  ...messageSentences,
  ...adminSentences,
  ...erasureSentences,
}
