import { Type } from 'typebox'
import { command, read, section } from './endpoint.ts'
import { EventParams } from './history.ts'
import { Effect, Preview } from './previews.ts'
import { DecidedBody, Nullable } from './schema.ts'

const Undo = Type.Object({
  possible: Type.Boolean(),
  sentence: Type.String(),
  preview: Nullable(Preview),
})

/** What one event did to the standings. Empty where it did nothing to them. */
const EventEffect = Type.Object({ seasons: Type.Array(Effect) })

export const undoEndpoints = section('History', 'admin', {
  'GET /admin/history/{eventId}/effect': read(
    EventEffect,
    'Show what an event changed. Returns the points and ranks before and after the event, for each season that it changed.',
    { params: EventParams },
  ),
  'GET /admin/history/{eventId}/undo': read(
    Undo,
    'Preview an undo. Says whether the change can be undone, or why not, and what that would do to the standings. Nothing changes.',
    { params: EventParams },
  ),
  'POST /admin/history/{eventId}/undo': command(
    'Undo a change. Appends events that reverse the change; the history keeps both. It takes a reason where the change itself does, and is refused where the same thing was changed again since. With `seenPosition`, it is also refused when the preview is out of date.',
    { params: EventParams, body: DecidedBody, refuses: ['wrongState', 'outdated'] },
  ),
  'GET /admin/history/{eventId}/undo-all': read(
    Undo,
    'Preview the undo of a whole command. Says the same for all events of this type from the same command, such as every player that it added.',
    { params: EventParams },
  ),
  'POST /admin/history/{eventId}/undo-all': command(
    'Undo a whole command. Reverses all events of this type that the command of the event made, as one command. What was changed again since stays as it is; where nothing else is left, it is refused.',
    { params: EventParams, body: DecidedBody, refuses: ['wrongState', 'outdated'] },
  ),
})
