import { Type } from 'typebox'
import type { Endpoints } from './endpoint.ts'
import { EventParams } from './history.ts'
import { Effect, Preview } from './previews.ts'
import { DecidedBody, Message, Nullable } from './schema.ts'

/** Whether what an admin did can be undone, and what that would bring about. */
const Undo = Type.Object({
  possible: Type.Boolean(),
  /** What would happen, or why nothing can. */
  sentence: Type.String(),
  /** Null where it changes no standings. */
  preview: Nullable(Preview),
})

/** What one event did to the standings. Empty where it did nothing to them. */
const EventEffect = Type.Object({ seasons: Type.Array(Effect) })

export const undoEndpoints = {
  'GET /admin/history/{eventId}/effect': {
    access: 'admin',
    params: EventParams,
    response: { 200: EventEffect },
    summary: 'Show what an event changed',
    description: 'Answers the points and ranks before and after the event, for each season that it changed.',
  },
  'GET /admin/history/{eventId}/undo': {
    access: 'admin',
    params: EventParams,
    response: { 200: Undo },
    summary: 'Preview an undo',
    description:
      'Says whether the change can be undone, or why not, and what that would do to the standings. Nothing changes.',
  },
  'POST /admin/history/{eventId}/undo': {
    access: 'admin',
    params: EventParams,
    body: DecidedBody,
    response: { 200: Message },
    summary: 'Undo a change',
    description:
      'Appends events that reverse the change; the history keeps both. It takes a reason where the change itself does, and is refused where the same thing was changed again since. With `seenPosition`, it is also refused when the preview is out of date.',
    refuses: ['wrongState', 'outdated'],
  },
  'GET /admin/history/{eventId}/undo-all': {
    access: 'admin',
    params: EventParams,
    response: { 200: Undo },
    summary: 'Preview the undo of a whole command',
    description:
      'Says the same of all events of this type that the command of the event made, such as every player whom it added.',
  },
  'POST /admin/history/{eventId}/undo-all': {
    access: 'admin',
    params: EventParams,
    body: DecidedBody,
    response: { 200: Message },
    summary: 'Undo a whole command',
    description:
      'Reverses all events of this type that the command of the event made, as one command. What was changed again since stays as it is; where nothing else is left, it is refused.',
    refuses: ['wrongState', 'outdated'],
  },
} satisfies Endpoints
