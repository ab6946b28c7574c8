import { Type } from 'typebox'
import type { Endpoints } from './endpoint.ts'
import { IdParams } from './schema.ts'

const CALENDAR_EXAMPLE = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//go-make-your-picks//locks//EN',
  'NAME:Family Cup',
  'X-WR-CALNAME:Family Cup',
  'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
  'X-PUBLISHED-TTL:PT1H',
  'BEGIN:VEVENT',
  'UID:5f0c7a52-6c1b-5d7e-9a43-2f1d0e8b7c64',
  'SEQUENCE:0',
  'DTSTAMP:20270110T120000Z',
  'DTSTART:20270301T181500Z',
  'DTEND:20270301T183000Z',
  'SUMMARY:Football: picks lock',
  'TRANSP:TRANSPARENT',
  'URL;VALUE=URI:https://picks.example.com/?season=1&sport=1',
  'STATUS:CONFIRMED',
  'LAST-MODIFIED:20270110T120000Z',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')

const Calendar = {
  content: { 'text/calendar': { schema: Type.Unsafe<unknown>(Type.String()), example: CALENDAR_EXAMPLE } },
}

export const calendarEndpoints = {
  'GET /public/seasons/{id}/calendar.ics': {
    access: 'public',
    params: IdParams,
    response: { 200: Calendar },
    conditional: true,
    summary: 'Subscribe to the locks of a season',
    description:
      'Answers an iCalendar feed (RFC 5545): the 15 minutes up to the lock of each sport that is no draft. `SEQUENCE` counts the moves of the lock, cancellations and reinstatements since the sport was opened. With the `ETag` of an earlier answer in `If-None-Match`, it answers 304 while nothing has changed.',
  },
} satisfies Endpoints
