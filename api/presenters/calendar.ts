import ical, {
  escape as escaped,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { oneLine } from '../../platform/mail/email-content.ts'
import { later } from '../../platform/time/clock.ts'
import { formatTime } from '../../platform/time/time-zone.ts'
import type { RoundRow } from '../../projections/read-models/rounds.ts'

type Season = { id: number; name: string }

const BEFORE_LOCK_MS = 15 * 60_000
const ASK_AGAIN_SECONDS = 3_600

/** A calendar needs a component, and a season without sports has no other. */
const UTC = [
  ...['BEGIN:VTIMEZONE', 'TZID:Etc/UTC', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
  ...['TZOFFSETFROM:+0000', 'TZOFFSETTO:+0000', 'END:STANDARD', 'END:VTIMEZONE', ''],
].join('\r\n')

/** When the picks of a season lock, as a calendar (RFC 5545). Drafts are nobody's business yet. */
export function calendarOf(appUrl: string, season: Season, rounds: readonly RoundRow[]): string {
  const calendar = ical({
    method: ICalCalendarMethod.PUBLISH,
    // The library writes the name as it is.
    name: escaped(oneLine(season.name), false),
    prodId: { company: 'go-make-your-picks', product: 'locks', language: 'EN' },
    ttl: ASK_AGAIN_SECONDS,
  })
  for (const round of rounds) {
    if (round.status === 'draft') continue
    calendar.createEvent({
      id: round.calendar_uid,
      sequence: round.calendar_sequence,
      stamp: new Date(round.updated_at),
      lastModified: new Date(round.updated_at),
      start: new Date(later(round.locks_at, -BEFORE_LOCK_MS)),
      end: new Date(round.locks_at),
      summary: `${oneLine(round.sport_name)}: picks lock`,
      description: `Picks lock on ${formatTime(round.locks_at, round.time_zone)}.`,
      url: `${appUrl}/?season=${season.id}&sport=${round.id}`,
      status: round.cancelled_at ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  const text = `${calendar.toString()}\r\n`
  return calendar.length() === 0 ? text.replace('END:VCALENDAR', `${UTC}END:VCALENDAR`) : text
}
