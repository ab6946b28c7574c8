import { type Descriptors, undoBy } from '../event-descriptor.ts'
import { whileSealed } from '../record/record-rules.ts'
import type { NoticeEvent, Notices } from './asking.ts'

const MAILED = 'Its mail has gone out and cannot be called back'
const NOTHING_CHANGED = 'It changed nothing that could be undone'
const LINK = ['roundId', 'seasonId', 'playerId'] as const

export const NOTICE_EVENTS = {
  PlayersReminded: {
    safe: ['roundId', 'seasonId', 'kind', 'recipients', 'slot'],
    undo: MAILED,
  },
  ReminderSkipped: { safe: ['roundId', 'seasonId', 'kind', 'slot', 'why'], undo: NOTHING_CHANGED },
  PickLinkResent: { safe: LINK, undo: MAILED },
  PickLinkCopied: {
    safe: LINK,
    record: { as: 'link_copied', when: whileSealed },
    story: 'link',
    undo: NOTHING_CHANGED,
  },
} as const satisfies Descriptors<NoticeEvent, Notices>

export const undoNotice = undoBy<NoticeEvent, Notices, undefined>(NOTICE_EVENTS)
