import { type Descriptors, undoBy } from '../event-descriptor.ts'
import { whileSealed } from '../record/record-rules.ts'
import type { NoticeEvent, Notices } from './asking.ts'

const LINK = ['roundId', 'seasonId', 'playerId'] as const

export const NOTICE_EVENTS = {
  PlayersReminded: {
    safe: ['roundId', 'seasonId', 'kind', 'recipients', 'slot'],
    undo: 'mail-gone-out',
  },
  ReminderSkipped: { safe: ['roundId', 'seasonId', 'kind', 'slot', 'why'], undo: 'nothing-changed' },
  PickLinkResent: { safe: LINK, undo: 'mail-gone-out' },
  PickLinkCopied: {
    safe: LINK,
    record: { as: 'link_copied', when: whileSealed },
    story: 'link',
    undo: 'nothing-changed',
  },
} as const satisfies Descriptors<NoticeEvent, Notices>

export const undoNotice = undoBy<NoticeEvent, Notices, undefined>(NOTICE_EVENTS)
