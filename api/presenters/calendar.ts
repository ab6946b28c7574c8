import ical, {
  escape as escaped,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import type { PresentRound } from '../../domain/rounds/round.ts'
import type { PresentSeason } from '../../domain/seasons/season.ts'
import { oneLine } from '../../platform/mail/email-content.ts'
import { later } from '../../platform/time/clock.ts'
import { formatTime } from '../../platform/time/time-zone.ts'

const BEFORE_LOCK_MS = 15 * 60_000
const ASK_AGAIN_SECONDS = 3_600

/** A calendar needs a component, and a season without sports has no other. */
const UTC = [
  ...['BEGIN:VTIMEZONE', 'TZID:Etc/UTC', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
  ...['TZOFFSETFROM:+0000', 'TZOFFSETTO:+0000', 'END:STANDARD', 'END:VTIMEZONE', ''],
].join('\r\n')

/** When the picks of a season lock, as a calendar (RFC 5545). Drafts are nobody's business yet. */
export function calendarOf(
  appUrl: string,
  season: Pick<PresentSeason, 'seasonId' | 'name'>,
  rounds: readonly PresentRound[],
): string {
  const calendar = ical({
    method: ICalCalendarMethod.PUBLISH,
    name: escaped(oneLine(season.name), false),
    prodId: { company: 'go-make-your-picks', product: 'locks', language: 'EN' },
    ttl: ASK_AGAIN_SECONDS,
  })
  for (const round of rounds) {
    if (round.status === 'draft') continue
    calendar.createEvent({
      id: round.calendarUid,
      sequence: round.calendarSequence,
      stamp: new Date(round.updatedAt),
      lastModified: new Date(round.updatedAt),
      start: new Date(later(round.locksAt, -BEFORE_LOCK_MS)),
      end: new Date(round.locksAt),
      summary: `${oneLine(round.sportName)}: picks lock`,
      description: `Picks lock on ${formatTime(round.locksAt, round.timeZone)}.`,
      url: `${appUrl}/?season=${season.seasonId}&sport=${round.roundId}`,
      status: round.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: ICalEventTransparency.TRANSPARENT,
    })
  }
  const text = `${calendar.toString()}\r\n`
  return calendar.length() === 0 ? text.replace('END:VCALENDAR', `${UTC}END:VCALENDAR`) : text
}
