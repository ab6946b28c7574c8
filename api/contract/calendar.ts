import { Type } from 'typebox'
import { read, section } from './endpoint.ts'

const Calendar = {
  content: { 'text/calendar': { schema: Type.Unsafe<unknown>(Type.String()) } },
}

export const calendarEndpoints = section('Standings', 'public', {
  'GET /public/seasons/{id}/calendar.ics': read(
    Calendar,
    'Subscribe to the locks of a season. Returns an iCalendar feed (RFC 5545): the 15 minutes up to the lock of each sport that is no draft. `SEQUENCE` counts the moves of the lock, cancellations and reinstatements since the sport was opened.',
    { conditional: true },
  ),
})
