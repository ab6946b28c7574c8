import { type Descriptors, undoBy } from '../event-descriptor.ts'
import { type Message, type MessageEvent, withdrawMessage } from './message.ts'

type Moment = Parameters<typeof withdrawMessage>[1]

export const MESSAGE_EVENTS = {
  MessageSent: {
    safe: ['messageId', 'seasonId', 'audience', 'roundId', 'recipients'],
    about: 'message',
    undo: ({ now }, moment) => withdrawMessage(now, moment),
    whenUndone: 'The message is withdrawn: nobody gets it',
  },
  MessageWithdrawn: { safe: ['seasonId'], about: 'message', undo: 'message-to-send-again' },
} as const satisfies Descriptors<MessageEvent, Message, Moment>

export const undoMessage = undoBy<MessageEvent, Message, Moment>(MESSAGE_EVENTS)
