import { expect, test } from 'vitest'
import type { RoundDetails, RoundEvent } from '../../domain/rounds/round.ts'
import type { SeasonEvent } from '../../domain/seasons/season.ts'
import { isRoundEvent } from '../../domain/seasons/season-stream.ts'
import { evolveNotes, type RoundNotes } from '../../projections/documents/round-notes.ts'
import { evolveSeason, type SeasonDocument } from '../../projections/documents/season-document.ts'
import { SOME_METADATA } from '../support/events.ts'

const DETAILS: RoundDetails = {
  ...{ sportName: 'Football', pickType: 'single', picksMax: 1, emailMessage: null, teams: ['Reds', 'Blues'] },
  ...{ locksAt: '2027-02-01T18:00:00.000Z', timeZone: 'UTC' },
}
const CREATED: Happened = { type: 'RoundCreated', data: { ...DETAILS, roundId: 1, seasonId: 1 } }
const ACTIVATED: Happened = { type: 'RoundActivated', data: { roundId: 1, recipients: [] } }

type Happened = (SeasonEvent | RoundEvent) & { reason?: string }

const completed = (first: string, reason?: string): Happened => ({
  ...{ type: 'RoundCompleted', data: { roundId: 1, places: { first }, placements: [] } },
  ...(reason === undefined ? {} : { reason }),
})

/** What is known of round 1 after each event, an hour after the other. */
function notesAfter(...events: Happened[]): RoundNotes | null {
  let season: SeasonDocument | null = null
  let notes: RoundNotes | null = null
  for (const [index, { reason, ...event }] of [cup(1), ...events].entries()) {
    const occurredAt = hour(index)
    const metadata = { ...SOME_METADATA, occurredAt, ...(reason === undefined ? {} : { reason }) }
    const stream = { stream: 'season-1', revision: index, position: String(index).padStart(19, '0') }
    const logged = { ...event, ...stream, id: `event ${index}`, metadata }
    if (isRoundEvent(logged)) notes = evolveNotes(notes, logged, season)
    season = evolveSeason(season, logged)
  }
  return notes
}

const cup = (seasonId: number): Happened => ({
  type: 'SeasonCreated',
  data: { seasonId, name: 'Cup', yearStart: 2027, yearEnd: 2027, commissioner: null },
})

const hour = (index: number) => `2027-01-10T${String(index).padStart(2, '0')}:00:00.000Z`

test('calendars have to take over another lock, and that it is cancelled or not; another zone alone moves nothing', () => {
  const rescheduled = (locksAt: string, timeZone: string): Happened => ({
    type: 'RoundRescheduled',
    data: { roundId: 1, locksAt, timeZone },
  })
  const later = '2027-02-02T18:00:00.000Z'
  const events = [CREATED, rescheduled(later, 'UTC'), ACTIVATED]
  expect(notesAfter(...events)?.calendarSequence).toBe(0)
  events.push(rescheduled(later, 'Europe/Berlin'))
  expect(notesAfter(...events)?.calendarSequence).toBe(0)
  events.push(rescheduled(DETAILS.locksAt, 'Europe/Berlin'))
  expect(notesAfter(...events)?.calendarSequence).toBe(1)
  events.push({ type: 'RoundCancelled', data: { roundId: 1, cancelledAt: hour(6) }, reason: 'Storm' })
  expect(notesAfter(...events)).toMatchObject({ calendarSequence: 2, cancelledReason: 'Storm' })
  events.push({ type: 'RoundReinstated', data: { roundId: 1 } })
  expect(notesAfter(...events)).toMatchObject({ calendarSequence: 3, cancelledReason: null })
})

test('another result than the one that was published is a correction, and the same one is none', () => {
  const events = [CREATED, ACTIVATED, completed('Reds'), unlocked()]
  expect(notesAfter(...events)).toMatchObject({ hasResult: false, unlockedAt: hour(4), corrected: null })
  events.push(completed('Reds', 'Looked twice'))
  expect(notesAfter(...events)).toMatchObject({ hasResult: true, corrected: null })
  events.push(unlocked(), completed('Blues', 'Mixed up'))
  expect(notesAfter(...events)?.corrected).toEqual({ at: hour(7), reason: 'Mixed up' })
})

test('nothing is known of a sport that was deleted for ever', () => {
  const deleted: Happened = { type: 'RoundDeleted', data: { roundId: 1, deletedAt: hour(2) } }
  expect(notesAfter(CREATED, deleted, { type: 'RoundPurged', data: { roundId: 1 } })).toBeNull()
})

function unlocked(): Happened {
  return { type: 'RoundUnlocked', data: { roundId: 1 } }
}
